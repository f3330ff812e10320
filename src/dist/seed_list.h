/* The seeds, in the order users see: file seed_<id>_kernel.c, and the name they write. */
SEED(gaussian, "gaussian")
SEED(laplace, "laplace")
SEED(logistic, "logistic")
SEED(uniform, "uniform")
SEED(exponential, "exponential")
