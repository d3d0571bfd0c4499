#!/usr/bin/env python3
"""Counts the instructions of VGG19 after the passes, and compares them with XLA's. The program is that of the Julia
compiler for TPUs (arXiv:1810.09868): parameters are in a tuple, every broadcast is a map, and every choice of a
scalar is a conditional. The forward pass is counted, and the gradient of the sum of its results. XLA's numbers
are those of figure 3 of the paper.

  vgg19.py --lz-opt PATH            the table
  vgg19.py --lz-opt PATH --check    fails if there are more than COUNTS says
  vgg19.py --print forward          the program
"""

import argparse
import re
import subprocess
import sys

BATCH = 10
BLOCKS = [[64] * 2, [128] * 2, [256] * 4, [512] * 4, [512] * 4]  # output features of convolutions; a pooling after each block
DENSE = [25088, 4096, 4096, 1000]

# The number of ops in the entry, and in all computations. XLA has these numbers after XLA's passes.
# COUNTS has the largest allowed numbers after Lazuli's passes.
XLA = {"forward": (130, 242), "gradient": (362, 925)}
COUNTS = {"forward": (127, 145), "gradient": (354, 487)}


def tensor(*dims, of="f32"):
    return f"tensor<{''.join(f'{d}x' for d in dims)}{of}>"


SCALAR, BIT = tensor(), tensor(of="i1")


class Program:
    def __init__(self):
        self.lines, self.types, self.count = [], {}, 0

    def op(self, name, operands, result, attributes="", regions=()):
        self.count += 1
        value = f"%v{self.count}"
        self.types[value] = result
        types = ", ".join(self.types[o] for o in operands)
        body = " (" + ", ".join("{\n" + region + "\n  }" for region in regions) + ")" if regions else ""
        attributes = f" <{{{attributes}}}>" if attributes else ""
        self.lines.append(f'  {value} = "stablehlo.{name}"({", ".join(operands)}){attributes}{body} : ({types}) -> {result}')
        return value

    def dims(self, value):
        return [int(d) for d in re.findall(r"(\d+)x", self.types[value])]

    def constant(self, text):
        return self.op("constant", [], SCALAR, f"value = dense<{text}> : {SCALAR}")

    def broadcast(self, x, to, dims):
        return self.op("broadcast_in_dim", [x], tensor(*to), f"broadcast_dimensions = array<i64{': ' if dims else ''}{', '.join(map(str, dims))}>")

    def reshape(self, x, *to):
        return self.op("reshape", [x], tensor(*to))

    def transpose(self, x, *permutation):
        dims = self.dims(x)
        return self.op("transpose", [x], tensor(*[dims[d] for d in permutation]),
                       f"permutation = array<i64: {', '.join(map(str, permutation))}>")

    def map(self, body, *operands):
        """A map whose `body` has lines on the scalars %a, %b, ...; its last value must be %r."""
        dims = self.dims(operands[0])
        params = ", ".join(f"%{'abcd'[i]}: {SCALAR}" for i in range(len(operands)))
        region = f"  ^bb0({params}):\n    " + "\n    ".join(body) + f'\n    "stablehlo.return"(%r) : ({SCALAR}) -> ()'
        return self.op("map", operands, tensor(*dims), f"dimensions = array<i64: {', '.join(map(str, range(len(dims))))}>", [region])

    def reduce(self, x, dims):
        kept = [n for d, n in enumerate(self.dims(x)) if d not in dims]
        return self.op("reduce", [x, self.constant("0.0")], tensor(*kept), f"dimensions = array<i64: {', '.join(map(str, dims))}>",
                       [combiner("add")])

    def dot(self, x, y, left, right):
        dx, dy = self.dims(x), self.dims(y)
        result = [n for d, n in enumerate(dx) if d != left] + [n for d, n in enumerate(dy) if d != right]
        return self.op("dot_general", [x, y], tensor(*result),
                       f"dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [{left}], rhs_contracting_dimensions = [{right}]>")

    def convolution(self, x, k, layouts, result, pad):
        return self.op("convolution", [x, k], tensor(*result),
                       f"dimension_numbers = #stablehlo.conv<{layouts}>, padding = dense<{pad}> : tensor<2x2xi64>, "
                       "feature_group_count = 1 : i64, batch_group_count = 1 : i64")


def binary(result, name, x, y):
    return f'%{result} = "stablehlo.{name}"(%{x}, %{y}) : ({SCALAR}, {SCALAR}) -> {SCALAR}'


def number(result, value):
    return f'%{result} = "stablehlo.constant"() <{{value = dense<{value}> : {SCALAR}}}> : () -> {SCALAR}'


def combiner(name):
    return (f"  ^bb0(%a: {SCALAR}, %b: {SCALAR}):\n    {binary('r', name, 'a', 'b')}\n"
            f'    "stablehlo.return"(%r) : ({SCALAR}) -> ()')


def choose(result, condition, one, other):
    branches = ", ".join(f'{{ "stablehlo.return"(%{value}) : ({SCALAR}) -> () }}' for value in (one, other))
    return f'%{result} = "stablehlo.if"(%{condition}) ({branches}) : ({BIT}) -> {SCALAR}'


def less(result, x, y):
    return (f'%{result} = "stablehlo.compare"(%{x}, %{y}) <{{comparison_direction = #stablehlo<comparison_direction LT>}}> : '
            f"({SCALAR}, {SCALAR}) -> {BIT}")


RELU = [binary("s", "add", "a", "b"), number("z", "0.0"), binary("r", "maximum", "s", "z")]
ADD = [binary("r", "add", "a", "b")]
# The derivative of max(s, 0) with respect to s. The choice is made twice, like in the code that was
# differentiated: once for the value, once for its slope.
SLOPE = [binary("s", "add", "a", "b"), number("z", "0.0"), number("o", "1.0"), less("p", "z", "s"), choose("m", "p", "s", "z"),
         less("q", "z", "m"), choose("r", "p", "o", "z")]
TIMES = [binary("r", "multiply", "a", "b")]


class Layer:
    """What the backward pass needs from a layer."""

    def __init__(self, **kept):
        self.__dict__.update(kept)


def bias(p, b, like, dim):
    dims = p.dims(like)
    ones = [n if d == dim else 1 for d, n in enumerate(dims)]
    return p.broadcast(p.reshape(b, *ones), dims, range(len(dims)))


def conv_layer(p, x, w, b):
    n, _, height, width = p.dims(x)
    kernel = p.transpose(w, 3, 2, 0, 1)
    z = p.convolution(x, kernel, "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", [n, p.dims(kernel)[0], height, width], "1")
    spread = bias(p, b, z, 1)
    return Layer(kind="conv", x=x, kernel=kernel, z=z, bias=spread, y=p.map(RELU, z, spread))


def pool_layer(p, x):
    n, features, height, width = p.dims(x)
    y = p.op("reduce_window", [x, p.constant("0xFF800000")], tensor(n, features, height // 2, width // 2),
             "window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>", [combiner("maximum")])
    return Layer(kind="pool", x=x, y=y)


def flatten_layer(p, x):
    n, features, height, width = p.dims(x)
    return Layer(kind="flatten", x=x, y=p.reshape(p.transpose(x, 0, 2, 3, 1), n, features * height * width))


def dense_layer(p, x, w, b, last):
    z = p.dot(x, w, 1, 0)
    spread = bias(p, b, z, 1)
    return Layer(kind="dense", x=x, w=w, z=z, bias=spread, last=last, y=p.map(ADD if last else RELU, z, spread))


def softmax(p, x):
    e = p.map(['%r = "stablehlo.exponential"(%a) : (' + SCALAR + ") -> " + SCALAR], x)
    total = p.broadcast(p.reduce(e, [1]), p.dims(x), [0])
    return p.map([binary("r", "divide", "a", "b")], e, total)


def model_types():
    types, features = [], 3
    for size in sum(BLOCKS, []):
        types += [tensor(3, 3, features, size), tensor(size)]
        features = size
    for fan_in, fan_out in zip(DENSE, DENSE[1:]):
        types += [tensor(fan_in, fan_out), tensor(fan_out)]
    return types


def forward_layers(p):
    types = model_types()
    p.types["%model"], p.types["%x"] = f"tuple<{', '.join(types)}>", tensor(BATCH, 3, 224, 224)
    parameters = (p.op("get_tuple_element", ["%model"], t, f"index = {i} : i32") for i, t in enumerate(types))
    layers, y = [], "%x"

    def then(layer):
        layers.append(layer)
        return layer.y

    for block in BLOCKS:
        for _ in block:
            y = then(conv_layer(p, y, next(parameters), next(parameters)))
        y = then(pool_layer(p, y))
    y = then(flatten_layer(p, y))
    for i in range(3):
        y = then(dense_layer(p, y, next(parameters), next(parameters), last=i == 2))
    return layers, softmax(p, y)


def conv_gradients(p, layer, g, wants_input):
    g = p.map(TIMES, g, p.map(SLOPE, layer.z, layer.bias))
    n, fan_in, height, width = p.dims(layer.x)
    fan_out = p.dims(g)[1]
    of_kernel = p.convolution(layer.x, g, "[f, b, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1]", [fan_in, fan_out, 3, 3], "1")
    grads = [p.transpose(of_kernel, 2, 3, 0, 1), p.reduce(g, [0, 2, 3])]
    if not wants_input:
        return grads, None
    turned = p.op("reverse", [layer.kernel], p.types[layer.kernel], "dimensions = array<i64: 2, 3>")
    return grads, p.convolution(g, turned, "[b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1]", [n, fan_in, height, width], "1")


def pool_gradient(p, layer, g):
    picks = (f"  ^bb0(%a: {SCALAR}, %b: {SCALAR}):\n"
             f'    %r = "stablehlo.compare"(%a, %b) <{{comparison_direction = #stablehlo<comparison_direction GE>}}> : '
             f"({SCALAR}, {SCALAR}) -> {BIT}\n"
             f'    "stablehlo.return"(%r) : ({BIT}) -> ()')
    return p.op("select_and_scatter", [layer.x, g, p.constant("0.0")], p.types[layer.x],
                "window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>", [picks, combiner("add")])


def dense_gradients(p, layer, g):
    if not layer.last:
        g = p.map(TIMES, g, p.map(SLOPE, layer.z, layer.bias))
    grads = [p.dot(p.transpose(layer.x, 1, 0), g, 1, 0), p.reduce(g, [0])]
    return grads, p.dot(g, p.transpose(layer.w, 1, 0), 1, 0)


def gradients(p, layers, y):
    dims = p.dims(y)
    g = p.broadcast(p.constant("1.0"), dims, [])
    weighted = p.broadcast(p.reduce(p.map(TIMES, g, y), [1]), dims, [0])
    g = p.map([binary("d", "subtract", "a", "b"), binary("r", "multiply", "d", "c")], g, weighted, y)
    grads = []
    for layer in reversed(layers):
        mine = []
        if layer.kind == "dense":
            mine, g = dense_gradients(p, layer, g)
        elif layer.kind == "flatten":
            n, features, height, width = p.dims(layer.x)
            g = p.transpose(p.reshape(g, n, height, width, features), 0, 3, 1, 2)
        elif layer.kind == "pool":
            g = pool_gradient(p, layer, g)
        else:
            mine, g = conv_gradients(p, layer, g, wants_input=layer is not layers[0])
        grads = mine + grads
    return p.op("tuple", grads, f"tuple<{', '.join(p.types[g] for g in grads)}>")


def program(name):
    p = Program()
    layers, y = forward_layers(p)
    result = y if name == "forward" else gradients(p, layers, y)
    return (f"func.func @main(%model: {p.types['%model']}, %x: {p.types['%x']}) -> {p.types[result]} {{\n" + "\n".join(p.lines) +
            f"\n  return {result} : {p.types[result]}\n}}\n")


OP = re.compile(r'^( *)(?:%\S+ = )?"([\w.]+)"\(')
PARAMETERS = re.compile(r"^( *)\^bb0\((.*)\):")
STRUCTURE = {"builtin.module", "func.func", "func.return", "stablehlo.return"}


def count(text):
    """Parameters and ops, of the entry and in total, in MLIR's generic form."""
    entry, total, body = 0, 0, None
    for line in text.splitlines():
        parameters, op = PARAMETERS.match(line), OP.match(line)
        if parameters:
            n = parameters[2].count("%")
            total += n
            if body is None:
                entry, body = n, len(parameters[1]) + 2
        elif op and op[2] not in STRUCTURE:
            total += 1
            entry += len(op[1]) == body
    return entry, total


def measure(lz_opt, name):
    text = program(name)
    # Runs a compilation up to its last pass. Then prints the program in the generic form, only to count the ops.
    for flags in ["--stop-after=lz-dce"], ["--mlir-print-op-generic"]:
        run = subprocess.run([lz_opt, "-", *flags], input=text, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(run.stderr)
        text = run.stdout
    return count(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lz-opt", default="lz-opt")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--print", choices=COUNTS, dest="printed")
    arguments = parser.parse_args()
    if arguments.printed:
        print(program(arguments.printed), end="")
        return 0
    failed = False
    print("| VGG19 | entry | total | entry, XLA | total, XLA |\n| --- | --- | --- | --- | --- |")
    for name, most in COUNTS.items():
        counts = measure(arguments.lz_opt, name)
        print(f"| {name} | {counts[0]} | {counts[1]} | {XLA[name][0]} | {XLA[name][1]} |")
        if arguments.check and (counts[0] > most[0] or counts[1] > most[1]):
            print(f"{name}: more than {most[0]} and {most[1]}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
