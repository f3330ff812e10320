#!/usr/bin/python3
"""The project's networks in PyTorch, for timings and comparisons.

    networks.py              check the numbers of parameters and the formulas; print them
    build(text, shape, outputs, dropout)    for other scripts: a torch.nn.Module

text is `NAME[:settings]` as the program has it: `mlp:800,800` (hidden widths), `vgg16`,
`resnet18`, `densenet40`, `mobilenet`, `wrn16-10`; shape is (channels, height, width) of an
input; dropout is `none` or `advanced`.

- width=W scales channels, c -> max(1, floor(c W + 1/2)): all maps of vgg16, resnet18 and
  mobilenet; the growth of densenet40, from which its other channels follow; the groups of
  wrn16-10, whose stem keeps its 16. Dense layers of a head are not scaled.
- head=A-B (vgg16): hidden widths of the head, 512 by default.
- vgg16 pools five times: an input under 32 is padded with zeros to 32, the odd line after it;
  above 32 the average of every map goes to the head. resnet18 has a 7x7 stem with stride 2 and a
  max-pool from 128 pixels on, a 3x3 stem below. All but vgg16 and mlp end in the averages of
  the maps.
- Dropout stands before every dense layer of the head, the raw inputs of an mlp included, as
  modules drop1, drop2, .. in order.
- Names of parameters are those of torchvision where it has the network. vgg16 counts its dense
  layers as if the head were dropout, dense, ReLU, dropout, dense: classifier.1, classifier.4.
- At the start: dense layers uniform within 1/sqrt(fan in), bias too; convolutions normal with
  variance 2/(outputs x area of the kernel), bias 0; batch norm 1 and 0.

Exit status 77: there is no PyTorch.
"""
import math
import sys

try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError as reason:
    print(f"skipped: no PyTorch: {reason}")
    sys.exit(77)


# ----- dropout -----

class Advanced(nn.Module):
    """Advanced dropout with its prior: one (mu, sigma) for the layer and the batch.

        h_i = Wh x_i + bh,  mu = mean_i (wmu.h_i + bmu),  sigma = mean_i softplus(wsg.h_i + bsg)
        y = x sigmoid(mu + sigma eps) / c,  c = sigmoid(mu / sqrt(1 + pi/8 sigma^2)) held constant

    noise: None, or a list of eps (rows, n), one of which every training pass takes."""

    def __init__(self, n, hidden=0, mu=0.0, sigma=1.4633):
        super().__init__()
        hidden = hidden or max(1, n // 16)
        self.encoder = nn.Linear(n, hidden, bias=False)
        self.encoder.bias = nn.Parameter(torch.empty(1))  # one number for all of h
        self.mu = nn.Linear(hidden, 1)
        self.sigma = nn.Linear(hidden, 1)
        for tensor in (self.encoder.weight, self.encoder.bias, self.mu.weight, self.sigma.weight):
            nn.init.uniform_(tensor, 0, 0.01)
        nn.init.constant_(self.mu.bias, mu)
        nn.init.constant_(self.sigma.bias, sigma + math.log(-math.expm1(-sigma)))
        self.register_buffer("running_mu", torch.tensor([mu]))
        self.register_buffer("running_sigma", torch.tensor([sigma]))
        self.noise = None

    def forward(self, x):
        if not self.training:
            return x
        h = self.encoder(x)
        mu, sigma = self.mu(h).mean(0), F.softplus(self.sigma(h)).mean(0)
        with torch.no_grad():
            self.running_mu.lerp_(mu, 0.1)
            self.running_sigma.lerp_(sigma, 0.1)
            c = torch.sigmoid(mu / torch.sqrt(1 + math.pi / 8 * sigma**2))
        eps = torch.randn_like(x) if self.noise is None else self.noise.pop(0)
        return x * torch.sigmoid(mu + sigma * eps) / c


DROPOUTS = {"none": lambda n: nn.Identity(), "advanced": Advanced}


# ----- parts -----

def conv(n_in, n_out, kernel=3, stride=1, groups=1, bias=False):
    return nn.Conv2d(n_in, n_out, kernel, stride, kernel // 2, groups=groups, bias=bias)


def scaled(channels, width):
    return max(1, math.floor(channels * width + 0.5))


def average(x):
    """(rows, channels) of (rows, channels, height, width)."""
    return x.mean((2, 3))


ACTIVATIONS = {"relu": F.relu, "leaky-relu": F.leaky_relu, "gelu": F.gelu, "silu": F.silu,
               "tanh": torch.tanh, "sigmoid": torch.sigmoid, "softplus": F.softplus}


class Network(nn.Module):
    """A trunk, which the subclass has, and a head of dense layers with dropout before each."""

    def __init__(self, dropout, activation="relu"):
        super().__init__()
        self.dropout = DROPOUTS[dropout]
        self.activation = ACTIVATIONS[activation]  # of the head
        self.dense = []  # the head's layers, in order

    def add_dense(self, n_in, n_out):
        """The next layer of the head; the caller gives it its name."""
        layer = nn.Linear(n_in, n_out)
        self.dense.append(layer)
        self.add_module(f"drop{len(self.dense)}", self.dropout(n_in))
        return layer

    def head(self, x):
        for k, layer in enumerate(self.dense, 1):
            x = layer(getattr(self, f"drop{k}")(x))
            if k < len(self.dense):
                x = self.activation(x)
        return x

    def start(self):
        """Dense layers and batch norm start as PyTorch's own do."""
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
                if module.bias is not None:
                    nn.init.zeros_(module.bias)

    def dropout_parameters(self):
        return [p for name, p in self.named_parameters() if name.startswith("drop")]

    def other_parameters(self):
        return [p for name, p in self.named_parameters() if not name.startswith("drop")]


# ----- networks -----

class Mlp(Network):
    def __init__(self, shape, outputs, dropout, hidden=(800, 800), activation="relu"):
        super().__init__(dropout, activation)
        widths = [math.prod(shape), *hidden, outputs]
        for k, pair in enumerate(zip(widths, widths[1:]), 1):
            self.add_module(f"fc{k}", self.add_dense(*pair))

    def forward(self, x):
        return self.head(x.flatten(1))


class Vgg16(Network):
    """Simonyan and Zisserman 2015, configuration D, with batch norm."""

    GROUPS = ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3))  # channels, convolutions
    LEAST = 32  # pixels, of which five poolings leave one

    def __init__(self, shape, outputs, dropout, width=1.0, head=(512,)):
        super().__init__(dropout)
        layers, n = [], shape[0]
        for channels, count in self.GROUPS:
            for _ in range(count):
                before, n = n, scaled(channels, width)
                layers += [conv(before, n, bias=True), nn.BatchNorm2d(n), nn.ReLU(inplace=True)]
            layers.append(nn.MaxPool2d(2))
        self.features = nn.Sequential(*layers)
        self.classifier = nn.ModuleDict()
        widths = [n, *head, outputs]
        for k, pair in enumerate(zip(widths, widths[1:])):
            self.classifier[str(3 * k + 1)] = self.add_dense(*pair)

    def forward(self, x):
        down, right = (max(0, self.LEAST - side) for side in x.shape[2:])
        if down or right:
            x = F.pad(x, (right // 2, right - right // 2, down // 2, down - down // 2))
        return self.head(average(self.features(x)))


class BasicBlock(nn.Module):
    def __init__(self, n_in, n_out, stride):
        super().__init__()
        self.conv1, self.bn1 = conv(n_in, n_out, 3, stride), nn.BatchNorm2d(n_out)
        self.conv2, self.bn2 = conv(n_out, n_out), nn.BatchNorm2d(n_out)
        self.downsample = None
        if stride != 1 or n_in != n_out:
            self.downsample = nn.Sequential(conv(n_in, n_out, 1, stride), nn.BatchNorm2d(n_out))

    def forward(self, x):
        around = x if self.downsample is None else self.downsample(x)
        x = F.relu(self.bn1(self.conv1(x)), inplace=True)
        return F.relu(self.bn2(self.conv2(x)) + around, inplace=True)


class ResNet18(Network):
    """He et al. 2016, basic blocks."""

    LARGE = 128  # pixels from which on the stem is that for ImageNet

    def __init__(self, shape, outputs, dropout, width=1.0):
        super().__init__(dropout)
        n = scaled(64, width)
        large = min(shape[1:]) >= self.LARGE
        self.conv1 = conv(shape[0], n, 7, 2) if large else conv(shape[0], n)
        self.bn1 = nn.BatchNorm2d(n)
        self.pool = nn.MaxPool2d(3, 2, 1) if large else nn.Identity()
        for k, channels in enumerate((64, 128, 256, 512)):
            before, n = n, scaled(channels, width)
            blocks = BasicBlock(before, n, 2 if k else 1), BasicBlock(n, n, 1)
            self.add_module(f"layer{k + 1}", nn.Sequential(*blocks))
        self.fc = self.add_dense(n, outputs)

    def forward(self, x):
        x = self.pool(F.relu(self.bn1(self.conv1(x)), inplace=True))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.head(average(x))


class DenseLayer(nn.Module):
    """Adds growth maps to those it is given, through a bottleneck of 4 growth."""

    def __init__(self, n_in, growth):
        super().__init__()
        self.norm1, self.conv1 = nn.BatchNorm2d(n_in), conv(n_in, 4 * growth, 1)
        self.norm2, self.conv2 = nn.BatchNorm2d(4 * growth), conv(4 * growth, growth)

    def forward(self, x):
        new = self.conv1(F.relu(self.norm1(x), inplace=True))
        new = self.conv2(F.relu(self.norm2(new), inplace=True))
        return torch.cat([x, new], 1)


class Transition(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.norm, self.conv = nn.BatchNorm2d(n_in), conv(n_in, n_out, 1)

    def forward(self, x):
        return F.avg_pool2d(self.conv(F.relu(self.norm(x), inplace=True)), 2)


class DenseNet40(Network):
    """DenseNet-BC, 40 layers: three blocks of six bottlenecks, growth 12, reduction 0.5.
    Huang et al. 2017."""

    def __init__(self, shape, outputs, dropout, width=1.0):
        super().__init__(dropout)
        growth = scaled(12, width)
        n = 2 * growth
        self.features = nn.Sequential()
        self.features.add_module("conv0", conv(shape[0], n))
        for b in (1, 2, 3):
            block = nn.Sequential()
            for k in range(1, 7):
                block.add_module(f"denselayer{k}", DenseLayer(n, growth))
                n += growth
            self.features.add_module(f"denseblock{b}", block)
            if b < 3:
                self.features.add_module(f"transition{b}", Transition(n, n // 2))
                n //= 2
        self.features.add_module("norm5", nn.BatchNorm2d(n))
        self.classifier = self.add_dense(n, outputs)

    def forward(self, x):
        return self.head(average(F.relu(self.features(x), inplace=True)))


class Separable(nn.Module):
    """A convolution of every channel by itself, then one across channels."""

    def __init__(self, n_in, n_out, stride):
        super().__init__()
        self.conv1, self.bn1 = conv(n_in, n_in, 3, stride, n_in), nn.BatchNorm2d(n_in)
        self.conv2, self.bn2 = conv(n_in, n_out, 1), nn.BatchNorm2d(n_out)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)), inplace=True)
        return F.relu(self.bn2(self.conv2(x)), inplace=True)


class MobileNet(Network):
    """Howard et al. 2017, with a stem of stride 1."""

    BLOCKS = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5,
              (1024, 2), (1024, 1))  # channels, stride

    def __init__(self, shape, outputs, dropout, width=1.0):
        super().__init__(dropout)
        n = scaled(32, width)
        self.conv1, self.bn1 = conv(shape[0], n), nn.BatchNorm2d(n)
        self.layers = nn.Sequential()
        for k, (channels, stride) in enumerate(self.BLOCKS):
            before, n = n, scaled(channels, width)
            self.layers.add_module(str(k), Separable(before, n, stride))
        self.fc = self.add_dense(n, outputs)

    def forward(self, x):
        x = self.layers(F.relu(self.bn1(self.conv1(x)), inplace=True))
        return self.head(average(x))


class WideBlock(nn.Module):
    """Batch norm and ReLU before each convolution, and before the shortcut's if it has one."""

    def __init__(self, n_in, n_out, stride):
        super().__init__()
        self.bn1, self.conv1 = nn.BatchNorm2d(n_in), conv(n_in, n_out, 3, stride)
        self.bn2, self.conv2 = nn.BatchNorm2d(n_out), conv(n_out, n_out)
        self.convShortcut = None
        if stride != 1 or n_in != n_out:
            self.convShortcut = conv(n_in, n_out, 1, stride)

    def forward(self, x):
        ready = F.relu(self.bn1(x), inplace=True)
        around = x if self.convShortcut is None else self.convShortcut(ready)
        return self.conv2(F.relu(self.bn2(self.conv1(ready)), inplace=True)) + around


class WideGroup(nn.Module):
    def __init__(self, n_in, n_out, stride):
        super().__init__()
        self.layer = nn.Sequential(WideBlock(n_in, n_out, stride), WideBlock(n_out, n_out, 1))

    def forward(self, x):
        return self.layer(x)


class Wrn16x10(Network):
    """Zagoruyko and Komodakis 2016, 16 layers, ten times as wide."""

    def __init__(self, shape, outputs, dropout, width=1.0):
        super().__init__(dropout)
        n = 16
        self.conv1 = conv(shape[0], n)
        for k, channels in enumerate((160, 320, 640)):
            before, n = n, scaled(channels, width)
            self.add_module(f"block{k + 1}", WideGroup(before, n, 2 if k else 1))
        self.bn1 = nn.BatchNorm2d(n)
        self.fc = self.add_dense(n, outputs)

    def forward(self, x):
        x = self.block3(self.block2(self.block1(self.conv1(x))))
        return self.head(average(F.relu(self.bn1(x), inplace=True)))


NETWORKS = {"mlp": Mlp, "vgg16": Vgg16, "resnet18": ResNet18, "densenet40": DenseNet40,
            "mobilenet": MobileNet, "wrn16-10": Wrn16x10}
SETTINGS = {"width": float, "activation": str, "head": lambda text: [int(n) for n in text.split("-")]}


def build(text, shape, outputs, dropout="none"):
    """The network, with random parameters, in training mode."""
    name, _, rest = text.partition(":")
    words = [word for word in rest.split(",") if word]
    pairs = [word.split("=") for word in words if "=" in word]
    settings = {key: SETTINGS[key](value) for key, value in pairs}
    hidden = [int(word) for word in words if "=" not in word]
    if hidden:
        settings["hidden"] = hidden
    network = NETWORKS[name](shape, outputs, dropout, **settings)
    network.start()
    return network


# ----- the check of this file -----

# text, shape, outputs, parameters without those of dropout
COUNTS = [
    *[(f"mlp:{','.join(['800'] * n)}", (1, 28, 28), 10, count)
      for n, count in ((1, 636010), (2, 1276810), (4, 2558410), (8, 5121610))],
    *[(f"mlp:{','.join(['800'] * n)}", (10, 1, 1), 10, count)
      for n, count in ((1, 16810), (2, 657610), (4, 1939210))],
    *[("mlp:50,50", (n, 1, 1), 1, count)
      for n, count in ((13, 3301), (8, 3051), (11, 3201), (6, 2951))],
    *[("vgg16", (3, 32, 32), n, count)
      for n, count in ((10, 14990922), (100, 15037092), (256, 15117120), (257, 15117633),
                       (1000, 15498792))],
    ("vgg16:head=512-512", (3, 32, 32), 10, 15253578),
    ("vgg16:head=512-512", (3, 32, 32), 100, 15299748),
    *[("resnet18", (3, 32, 32), n, count)
      for n, count in ((10, 11173962), (100, 11220132), (1000, 11681832))],
    ("resnet18", (3, 224, 224), 1000, 11689512),
    ("densenet40", (3, 32, 32), 10, 176122),
    ("densenet40", (3, 32, 32), 100, 188092),
    ("mobilenet", (3, 32, 32), 10, 3217226),
    ("mobilenet", (3, 32, 32), 100, 3309476),
    ("wrn16-10", (3, 32, 32), 10, 17116634),
    ("wrn16-10", (3, 32, 32), 100, 17174324),
]
ENCODERS = [("mlp:800,800", (1, 28, 28), 38517 + 2 * 40103)]


def count_of(parameters):
    return sum(p.numel() for p in parameters)


def check_counts():
    failed = 0
    for text, shape, outputs, expected in COUNTS:
        found = count_of(build(text, shape, outputs).parameters())
        failed += found != expected
        print(f"{'ok' if found == expected else 'FAIL':4} {text:20} {shape} -> {outputs}: {found}"
              f"{'' if found == expected else f' parameters, not {expected}'}")
    for text, shape, expected in ENCODERS:
        found = count_of(build(text, shape, 10, "advanced").dropout_parameters())
        failed += found != expected
        print(f"{'ok' if found == expected else 'FAIL':4} {text:20} encoders: {found}")
    return failed


def check_sizes():
    """Every network takes every size and one channel; the averages leave a number a class."""
    failed = 0
    for name in NETWORKS:
        text = name if name == "mlp" else f"{name}:width=0.1"
        for side, channels in ((28, 1), (32, 3), (64, 3), (84, 3), (224, 3)):
            network = build(text, (channels, side, side), 7, "advanced")
            found = tuple(network(torch.rand(2, channels, side, side)).shape)
            if found != (2, 7):
                failed += 1
                print(f"FAIL {text} with {channels} x {side} x {side}: the output is {found}")
    return failed


def check_advanced():
    """Numbers computed by hand for two rows of three, in double."""
    def row(*numbers):
        return torch.tensor(numbers, dtype=torch.float64)

    layer = Advanced(3, 2).double()
    start = {"encoder.weight": row([.1, -.2, .3], [.05, .15, -.1]), "encoder.bias": row(.02),
             "mu.weight": row([.4, -.3]), "mu.bias": row(.1),
             "sigma.weight": row([.2, .5]), "sigma.bias": row(.3)}
    layer.load_state_dict(start, strict=False)
    layer.noise = [row([.1, -.7, 1.2], [-1.5, .4, 0])]
    x = row([1, -2, .5], [.3, 1.5, -1]).requires_grad_()
    y = layer(x)
    y.backward(row([.5, -1, .25], [1, .2, -.4]))
    grads = {name: p.grad for name, p in layer.named_parameters()}
    pairs = {
        "y": (y, row([1.0478840347, -1.4402821584, .725647201],
                     [.1326351703, 1.7538146896, -1.0065321424])),
        "dx": (x.grad, row([.5355957949, -.8268522337, .4811885326],
                           [.4535005409, .1269204378, -.2843080295])),
        "dmu.bias": (grads["mu.bias"], row(1.6030412826)),
        "dmu.weight": (grads["mu.weight"], row([.096182477, .0641216513])),
        "dsigma.weight": (grads["sigma.weight"], row([-.0190522135, -.0170690802])),
        "dsigma.bias": (grads["sigma.bias"], row(-.3786432857)),
        "dencoder.weight": (grads["encoder.weight"],
                            row([.3679878389, -.1434756267, -.1404703942],
                                [-.4346002866, .16229935, .1698124313])),
        "dencoder.bias": (grads["encoder.bias"], row(-.1047461717)),
    }
    wrong = [name for name, (found, expected) in pairs.items()
             if not (found - expected).abs().max() < 1e-9]
    print(f"{'FAIL' if wrong else 'ok':4} advanced dropout {', '.join(wrong)}")
    return len(wrong)


def main():
    torch.manual_seed(1)
    failed = check_counts() + check_sizes() + check_advanced()
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
