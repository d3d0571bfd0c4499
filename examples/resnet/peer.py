#!/usr/bin/env python3
"""The training step of this folder in PyTorch, eager, beside that of Lazuli.

  peer.py RESNET [--width 16] [--batch 32] [--steps 40] [--threads 2] [--rounds 3]

RESNET is the program that examples/resnet was built to. PyTorch and Lazuli take turns, in separate processes. Both
have the same shapes and the same optimizer, and get inputs from the host in each step. Prints for each round the median
time of a step, the processor time of a step in all threads, and the ratios of PyTorch to Lazuli for both. Other programs
on the machine lengthen the median time. They hardly change the processor time with --threads 1, because then no thread
waits for another one."""
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
    for name, default in (("width", 16), ("batch", 32), ("steps", 40), ("threads", 2), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--channels-last", action="store_true", help="of PyTorch's tensors, as Lazuli's are")
    parser.add_argument("--alone", action="store_true", help="only PyTorch, here: its times of a step in ms")
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


def torch_milliseconds(o):
    import torch
    torch.set_num_threads(o.threads)
    torch.manual_seed(1)
    form = torch.channels_last if o.channels_last else torch.contiguous_format
    network = make_network(torch, o.width).to(memory_format=form)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.02, momentum=0.9)
    patterns = torch.randn(CLASSES, 3, 8, 8)
    times = []
    for step in range(o.steps):
        if step == WARM_UP_STEPS:
            before = time.process_time()
        classes = torch.randint(CLASSES, (o.batch,))
        images = torch.nn.functional.interpolate(patterns[classes], SIDE) + 4 * torch.rand(o.batch, 3, SIDE, SIDE) - 2
        images = images.to(memory_format=form)
        start = time.perf_counter()
        loss = torch.nn.functional.cross_entropy(network(images), classes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        times.append(1e3 * (time.perf_counter() - start))
    busy = 1e3 * (time.process_time() - before) / (o.steps - WARM_UP_STEPS)
    return statistics.median(times[WARM_UP_STEPS:]), busy


def printed(command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {run.returncode}\n{run.stdout}{run.stderr}")
    return run.stdout


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        facts = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", f.read(), re.M))
    return f"{facts.get('model name', platform.machine())}, family {facts.get('cpu family')} model {facts.get('model')}"


def lazuli_milliseconds(command):
    return [float(x) for x in re.findall(r"(?:time of a step|processor time) +([\d.]+) ms", printed(command))]


def race(o):
    shape = [f"--{name}={getattr(o, name)}" for name in ("width", "batch", "steps", "threads")]
    words = [word for pair in shape for word in pair.split("=")]
    alone = [sys.executable, __file__, "--alone"] + words
    peers = {"torch": alone, "torch, channels last": alone + ["--channels-last"]}
    ratios = {name: [] for name in peers}
    print(f"{processor()}, {o.threads} threads, width {o.width}, batches of {o.batch}; ms a step, elapsed + processor")
    for _ in range(o.rounds):
        own = lazuli_milliseconds([o.program] + words)
        line = ["lazuli {:.1f} + {:.1f}".format(*own)]
        for name, command in peers.items():
            other = [float(x) for x in printed(command).split()]
            ratios[name].append([theirs / ours for theirs, ours in zip(other, own)])
            line.append("{} {:.1f} + {:.1f}".format(name, *other))
        print("   ".join(line), flush=True)
    for name, rounds in ratios.items():
        for what, values in zip(("elapsed", "processor"), zip(*rounds)):
            middle = statistics.median(values)
            print(f"{name} / lazuli, {what}: {middle:.2f}, the median of {len(values)} rounds, "
                  f"spread {(max(values) - min(values)) / middle:.0%}")


def main():
    o = parse()
    if o.alone:
        print(*torch_milliseconds(o))
    elif o.program:
        race(o)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
