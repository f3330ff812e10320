/* One line an architecture; included several times with ARCHITECTURE set. */
ARCHITECTURE(mlp)
ARCHITECTURE(vgg16)
ARCHITECTURE(resnet18)
ARCHITECTURE(densenet40)
ARCHITECTURE(mobilenet)
ARCHITECTURE(wrn16_10)
ARCHITECTURE(net)
ARCHITECTURE(file)
