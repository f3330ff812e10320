/* The activations, in the order that users see: identifier, name, what backward reads (X: its
 * input, Y: its output), value at 0, summary. Included several times with different definitions of
 * ACTIVATION. */
ACTIVATION(relu, "relu", Y, 0, "max(x, 0)")
ACTIVATION(leaky_relu, "leaky-relu", Y, 0, "x where x > 0, else 0.01 x")
ACTIVATION(gelu, "gelu", X, 0, "x times the normal distribution function of x")
ACTIVATION(silu, "silu", X, 0, "x / (1 + e^-x)")
ACTIVATION(tanh, "tanh", Y, 0, "tanh x")
ACTIVATION(sigmoid, "sigmoid", Y, 0.5, "1 / (1 + e^-x)")
ACTIVATION(softplus, "softplus", X, 0.69314718055994531, "ln(1 + e^x)")
