"""bench_train in PyTorch, eager: train_torch.py mlp|cnn BATCH [--compile]. It gets two threads, because the others have two
cores."""

import sys

import numpy as np
import torch
from torch import nn

from serve import serve

network, batch = sys.argv[1], int(sys.argv[2])
torch.set_num_threads(2)
torch.manual_seed(1)
rng = np.random.default_rng(1)
images = rng.random((batch, 1, 28, 28), dtype=np.float32)
labels = rng.integers(0, 10, batch)

if network == "mlp":
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
else:
    model = nn.Sequential(nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(16, 32, 3, padding=1),
                          nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(1568, 10))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
forward = torch.compile(model) if "--compile" in sys.argv else model
criterion = nn.CrossEntropyLoss()


def steps(n):
    for _ in range(n):
        optimizer.zero_grad()
        loss = criterion(forward(torch.from_numpy(images)), torch.from_numpy(labels))
        loss.backward()
        optimizer.step()
    loss.item()


serve(steps)
