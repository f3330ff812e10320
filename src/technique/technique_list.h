/* One line a technique; included several times with TECHNIQUE set. */
TECHNIQUE(none)
TECHNIQUE(bernoulli)
TECHNIQUE(variational)
TECHNIQUE(advanced)
TECHNIQUE(standout)
TECHNIQUE(dropblock)
