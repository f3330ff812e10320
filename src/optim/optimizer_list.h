/* One line per optimiser; included several times with OPTIMIZER set. */
OPTIMIZER(sgd)
OPTIMIZER(adam)
OPTIMIZER(adamw)
