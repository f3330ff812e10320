/* Every transform: its file defines ad_transform_type_<id>. */
TRANSFORM(standardise)
TRANSFORM(unit)
TRANSFORM(symmetric)
TRANSFORM(row_norm)
TRANSFORM(impute)
TRANSFORM(one_hot)
