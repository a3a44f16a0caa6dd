"""dissent's networks in plain torch.nn, with torchvision's names and initialisation: the peer of benchmarks and tests."""
import math

import torch
from torch import nn

RESNETS = {  # stem width, then (width, blocks, stride of the first block) of each stage
    'resnet18-cifar': (64, [(64, 2, 1), (128, 2, 2), (256, 2, 2), (512, 2, 2)]),
    'resnet8': (16, [(16, 1, 1), (32, 1, 2), (64, 1, 2)]),
}


class BasicBlock(nn.Module):
    def __init__(self, inputs, width, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample = None
        if stride != 1 or inputs != width:
            self.downsample = nn.Sequential(nn.Conv2d(inputs, width, 1, stride, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return self.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Module):
    """torchvision's ResNet of basic blocks with the CIFAR stem: 3x3, stride 1, no max-pool."""

    def __init__(self, stem, stages, channels, classes):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, stem, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(stem)
        self.relu = nn.ReLU(inplace=True)
        self.stages = []
        for number, (width, blocks, stride) in enumerate(stages, 1):
            layers = [BasicBlock(stem if b == 0 else width, width, stride if b == 0 else 1) for b in range(blocks)]
            stem = width
            self.stages.append(f'layer{number}')
            self.add_module(self.stages[-1], nn.Sequential(*layers))
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(stem, classes)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode='fan_out', nonlinearity='relu')

    def features(self, x):
        x = self.relu(self.bn1(self.conv1(x)))
        for stage in self.stages:
            x = getattr(self, stage)(x)
        return torch.flatten(self.avgpool(x), 1)

    def forward(self, x):
        return self.fc(self.features(x))


class Dense(nn.Module):
    """fc1, fc2, ... with a ReLU after each of the hidden widths, then fc; images are flattened."""

    def __init__(self, inputs, hidden, classes):
        super().__init__()
        self.hidden = len(hidden)
        for number, width in enumerate(hidden, 1):
            self.add_module(f'fc{number}', nn.Linear(inputs, width))
            inputs = width
        self.fc = nn.Linear(inputs, classes)

    def features(self, x):
        x = torch.flatten(x, 1)
        for number in range(1, self.hidden + 1):
            x = torch.relu(getattr(self, f'fc{number}')(x))
        return x

    def forward(self, x):
        return self.fc(self.features(x))


def make(name, shape, classes):
    """A network for inputs of this shape: [channels, height, width] or [dimension]."""
    if name in RESNETS:
        return ResNet(*RESNETS[name], shape[0], classes)
    hidden = {'mlp': [256, 256], 'linear': []}[name]
    return Dense(math.prod(shape), hidden, classes)
