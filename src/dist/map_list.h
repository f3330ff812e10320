/* The mappings, in the order users see: file map_<id>_kernel.c, and the name they write. */
MAP(sigmoid, "sigmoid")
MAP(probit, "probit")
MAP(clamp, "clamp")
MAP(tanh, "tanh")
MAP(atan, "atan")
MAP(one_minus_exp, "one-minus-exp")
