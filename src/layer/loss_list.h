/* One line per loss; included several times with LOSS set. */
LOSS(softmax)
LOSS(squared)
LOSS(binary)
