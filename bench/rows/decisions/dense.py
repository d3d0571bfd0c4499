"""Dense layers, gates and the last layers of models on one image or a few: vectors times matrices, one after the other."""
from harness.row import normals

VARIANTS = {
    "dense-gelu-1024": ("gelu", "float32", (1, 1024), (1024, 1024), (1024,)),
    "dense-gelu-wide": ("gelu", "float32", (1, 512), (512, 4096), (4096,)),
    "dense-gelu-f64": ("gelu", "float64", (1, 600), (600, 600), (600,)),
    "dense-two-layers": ("two layers", "float32", (1024,), (1024, 4096), (4096,), (4096, 1024), (1024,)),
    "gate-512": ("gate", "float32", (1, 512), (512, 512), (512,)),
    "gate-2048": ("gate", "float32", (1, 2048), (2048, 2048), (2048,)),
    "gate-f64": ("gate", "float64", (1, 512), (512, 512), (512,)),
    "gate-experts": ("experts", "float32", (1, 1024), (1024, 8), (1024, 8, 256)),
    "tail-resnet": ("tail", "float32", (1, 7, 7, 2048), (2048, 1000), (1000,)),
    "tail-small": ("tail", "float32", (1, 8, 8, 256), (256, 10), (10,)),
    "tail-batch-8": ("tail", "float32", (8, 7, 7, 512), (512, 1000), (1000,)),
    "tail-channels-first": ("tail of channels", "float32", (1, 1280, 7, 7), (1280, 1000), (1000,)),
    "vgg19-dense": ("three layers", "float32", (1, 25088), (25088, 4096), (4096,), (4096, 4096), (4096,), (4096, 1000), (1000,)),
    "vgg19-dense-batch-4": ("three layers", "float32", (4, 25088), (25088, 4096), (4096,), (4096, 4096), (4096,), (4096, 1000), (1000,)),
    "alexnet-dense": ("three layers", "float32", (1, 9216), (9216, 4096), (4096,), (4096, 4096), (4096,), (4096, 1000), (1000,)),
    "small-dense-f64": ("three layers", "float64", (1, 3136), (3136, 512), (512,), (512, 512), (512,), (512, 10), (10,)),
}
TOLERANCE = 1e-4  # for sums of up to 25,088 products in another order


def arguments(random, kind, dtype, *shapes):
    """Matrices whose size keeps the results of a layer near 1."""
    return [a if i == 0 else a / a.dtype.type(max(len(a), 1) ** 0.5)
            for i, a in enumerate(normals(random, kind, dtype, *shapes))]


def in_jax(kind, dtype, *shapes):
    import jax
    import jax.numpy as jnp
    relu, softmax = jax.nn.relu, jax.nn.softmax

    def experts(x, w, v):
        return jnp.einsum("be,beo->bo", softmax(x @ w), jnp.tanh(jnp.einsum("bi,ieo->beo", x, v)))

    return {
        "gelu": lambda x, w, b: jax.nn.gelu(x @ w + b),
        "two layers": lambda x, w, b, v, c: relu(relu(x @ w + b) @ v + c),
        "gate": lambda x, w, b: softmax(x @ w + b) * x,
        "experts": experts,
        "tail": lambda x, w, b: softmax(relu(x).mean((1, 2)) @ w + b),
        "tail of channels": lambda x, w, b: softmax(relu(x).mean((2, 3)) @ w + b),
        "three layers": lambda x, w, b, v, c, u, d: relu(relu(x @ w + b) @ v + c) @ u + d,
    }[kind]
