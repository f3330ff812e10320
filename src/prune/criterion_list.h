/* One line a criterion; included several times with CRITERION set. */
CRITERION(advanced)
CRITERION(magnitude)
CRITERION(random)
CRITERION(soft_gaussian)
CRITERION(soft_laplace)
CRITERION(variational)
CRITERION(taylor)
CRITERION(bn_scale)
