#!/usr/bin/env python3
"""The training step of this folder in PyTorch, eager, beside that of Lazuli.

  peer.py RESNET [--width 16] [--batch 32] [--steps 30] [--threads 2] [--rounds 3]

RESNET is the program that examples/resnet was built to. Both run in turns, in processes of their own: same shapes,
same optimizer, inputs from the host in each step. Prints the median time of a step in each round, and the ratio of the
two in each; with another load on the machine only ratios count."""
import argparse
import platform
import re
import statistics
import subprocess
import sys
import time

WARM_UP_STEPS, CLASSES, SIDE = 2, 10, 32


def parse():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", nargs="?")
    for name, default in (("width", 16), ("batch", 32), ("steps", 30), ("threads", 2), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--channels-last", action="store_true", help="of PyTorch's tensors, as Lazuli's are")
    parser.add_argument("--step-time", action="store_true", help="only PyTorch, here: the seconds of a step")
    return parser.parse_args()


def make_network(torch, width):
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, inputs, outputs, stride):
            super().__init__()
            self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
            self.norm1 = nn.BatchNorm2d(outputs)
            self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
            self.norm2 = nn.BatchNorm2d(outputs)
            self.shortcut = nn.Identity() if inputs == outputs else nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

        def forward(self, x):
            inner = torch.relu(self.norm1(self.conv1(x)))
            return torch.relu(self.norm2(self.conv2(inner)) + self.shortcut(x))

    layers = [nn.Conv2d(3, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()]
    inputs = width
    for stage in range(4):
        outputs = width << stage
        layers += [Block(inputs, outputs, 1 if inputs == outputs else 2), Block(outputs, outputs, 1)]
        inputs = outputs
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, CLASSES))


def torch_step_time(o):
    import torch
    torch.set_num_threads(o.threads)
    torch.manual_seed(1)
    form = torch.channels_last if o.channels_last else torch.contiguous_format
    network = make_network(torch, o.width).to(memory_format=form)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.02, momentum=0.9)
    patterns = torch.randn(CLASSES, 3, 8, 8)
    seconds = []
    for _ in range(o.steps):
        classes = torch.randint(CLASSES, (o.batch,))
        images = torch.nn.functional.interpolate(patterns[classes], SIDE) + 4 * torch.rand(o.batch, 3, SIDE, SIDE) - 2
        images = images.to(memory_format=form)
        start = time.perf_counter()
        loss = torch.nn.functional.cross_entropy(network(images), classes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds[WARM_UP_STEPS:])


def printed(command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {run.returncode}\n{run.stdout}{run.stderr}")
    return run.stdout


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        facts = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", f.read(), re.M))
    return f"{facts.get('model name', platform.machine())}, family {facts.get('cpu family')} model {facts.get('model')}"


def race(o):
    shape = [f"--{name}={getattr(o, name)}" for name in ("width", "batch", "steps", "threads")]
    words = [word for pair in shape for word in pair.split("=")]
    peers = {"torch": [], "torch, channels last": ["--channels-last"]}
    ratios = {name: [] for name in peers}
    print(f"{processor()}, {o.threads} threads, width {o.width}, batches of {o.batch}; ms a step")
    for _ in range(o.rounds):
        own = float(re.search(r"time of a step\s+([\d.]+) ms", printed([o.program] + words)).group(1))
        line = [f"lazuli {own:.1f}"]
        for name, flags in peers.items():
            other = 1e3 * float(printed([sys.executable, __file__, "--step-time"] + flags + words))
            ratios[name].append(other / own)
            line.append(f"{name} {other:.1f} ({other / own:.2f})")
        print("   ".join(line), flush=True)
    for name, values in ratios.items():
        middle = statistics.median(values)
        spread = (max(values) - min(values)) / middle
        print(f"{name} / lazuli: {middle:.2f}, the median of {len(values)} rounds, spread {spread:.0%}")


def main():
    o = parse()
    if o.step_time:
        print(torch_step_time(o))
    elif o.program:
        race(o)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
