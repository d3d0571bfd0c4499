"""Functions of jax.nn, and transformations: derivatives of several orders, and maps."""

import jax
import jax.flatten_util
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental.ode import odeint

from cases import HALF, LONG, bf16, case, f32, i32

X = f32(4, 12)


@case(X)
def activations_of_one_piece(x):
    nn = jax.nn
    return (nn.relu6(x * 4), nn.softplus(x), nn.soft_sign(x), nn.sigmoid(x), nn.silu(x), nn.log_sigmoid(x),
            nn.hard_sigmoid(x), nn.hard_swish(x), nn.hard_tanh(x), nn.elu(x, 0.7), nn.celu(x, 0.7),
            nn.selu(x), nn.gelu(x, approximate=False), nn.gelu(x, approximate=True), nn.mish(x), nn.squareplus(x),
            nn.sparse_plus(x), nn.sparse_sigmoid(x), nn.leaky_relu(x, 0.2), nn.identity(x), nn.tanh(x))


@case(X, tolerance=LONG)
def activation_gradients(x):
    nn = jax.nn
    return [jax.grad(lambda v, f=f: f(v).sum())(x) for f in (nn.relu, nn.relu6, nn.softplus, nn.silu, nn.gelu, nn.elu,
            nn.selu, nn.celu, nn.mish, nn.log_sigmoid, nn.hard_swish, nn.squareplus, nn.leaky_relu)]


@case(X, i32(4, high=12))
def normalizations(x, i):
    nn = jax.nn
    return (nn.softmax(x, axis=0), nn.softmax(x, where=x > -1), nn.log_softmax(x), nn.logsumexp(x, axis=(0, 1)),
            nn.standardize(x), nn.one_hot(i, 12), nn.one_hot(i, 5, dtype=jnp.bfloat16),
            nn.glu(x), nn.logsumexp(x, axis=1, b=x, return_sign=True))


@case(f32(2, 6, 3, 8), f32(2, 9, 3, 8, seed=1), f32(2, 9, 3, 8, seed=2), tolerance=LONG)
def attention_of_several_kinds(q, k, v):
    mask = jnp.arange(9) < jnp.array([[[[5]]], [[[8]]]])
    return (jax.nn.dot_product_attention(q, k, v), jax.nn.dot_product_attention(q, k[:, :6], v[:, :6], is_causal=True),
            jax.nn.dot_product_attention(q, k, v, mask=mask),
            jax.nn.dot_product_attention(q, k[:, :, :1], v[:, :, :1], scale=0.3),
            jax.nn.dot_product_attention(q, k[:, :6], v[:, :6], local_window_size=2))


@case(f32(2, 6, 2, 4), tolerance=LONG)
def attention_gradients(q):
    return jax.grad(lambda q: (jax.nn.dot_product_attention(q, q * 0.5, q, is_causal=True) ** 2).sum())(q)


@case(bf16(2, 6, 2, 8), tolerance=HALF)
def attention_in_bfloat16(q):
    return jax.nn.dot_product_attention(q, q, q)


@case(f32(5), tolerance=LONG)
def hessians(x):
    def f(v):
        return jnp.sin(v).sum() * (v ** 2).prod() + jnp.exp(-v @ v)

    return jax.hessian(f)(x), jax.jacfwd(jax.grad(f))(x), jax.jacrev(lambda v: jnp.outer(v, v))(x), jax.jvp(jax.grad(f),
            (x,), (x,))[1]


@case(f32(4, 3), f32(3, 2, seed=1), tolerance=LONG)
def jacobians(x, w):
    def layer(x, w):
        return jax.nn.softmax(jnp.tanh(x @ w))

    return (jax.jacfwd(layer, 1)(x, w), jax.jacrev(layer)(x, w), jax.vjp(layer, x, w)[1](jnp.ones((4, 2))),
            jax.jvp(layer, (x, w), (x, w)), jax.linearize(layer, x, w)[1](x, w))


@case(f32(6, 3), f32(3, 3, seed=1), tolerance=LONG)
def vmaps(x, w):
    return (jax.vmap(lambda v: w @ v)(x), jax.vmap(jax.vmap(jnp.multiply, (None, 0)), (0, None))(x, w),
            jax.vmap(jax.grad(lambda v: jnp.sum(jnp.sin(w @ v))))(x), jax.vmap(jnp.sort, 1, 1)(x),
            jax.vmap(lambda v: jnp.cumsum(v), out_axes=1)(x), jax.vmap(lambda v, i: v[i])(x, jnp.arange(6) % 3),
            jax.vmap(lambda v: lax.fori_loop(0, 3, lambda i, s: s + v[i], 0.0))(x))


@case(f32(8, 5), i32(8, high=5), tolerance=LONG)
def losses(logits, labels):
    logp = jax.nn.log_softmax(logits)
    hot = jax.nn.one_hot(labels, 5)
    smooth = hot * 0.9 + 0.02
    return (-jnp.take_along_axis(logp, labels[:, None], 1).mean(), -(smooth * logp).sum(-1).mean(),
            jnp.maximum(0, 1 - logits * (2 * hot - 1)).mean(), jnp.where(jnp.abs(logits - hot) < 1,
            0.5 * (logits - hot) ** 2, jnp.abs(logits - hot) - 0.5).mean(),
            jax.grad(lambda z: -(hot * jax.nn.log_softmax(z)).sum())(logits))


@case(f32(6, 4), f32(4, 4, seed=1), f32(4, 4, seed=2), tolerance=LONG)
def recurrent_network(x, w, u):
    def step(h, row):
        h = jnp.tanh(row @ w + h @ u)
        return h, h

    def run(w):
        return lax.scan(step, jnp.zeros(4), x)[1]

    return run(w), jax.grad(lambda w: (run(w) ** 2).sum())(w)


@case(f32(5, 8), f32(8, 16, seed=1), f32(8, 8, seed=2), tolerance=LONG)
def gated_recurrent_unit(x, w, u):
    def step(h, row):
        gates = jax.nn.sigmoid(row @ w)
        z, r = jnp.split(gates, 2)
        h = (1 - z) * h + z * jnp.tanh(row @ u + r * h)
        return h, h.mean()

    return lax.scan(step, jnp.zeros(8), x)


@case(f32(3, 4), f32(3, 4, seed=1), f32(3, 4, seed=2), tolerance=LONG)
def optimizer_step(p, g, m):
    m = 0.9 * m + 0.1 * g
    v = 0.001 * g ** 2
    return p - 0.01 * (m / (1 - 0.9 ** 3)) / (jnp.sqrt(v / (1 - 0.999 ** 3)) + 1e-8), jax.tree.map(lambda a, b: a + b, p,
            g), jnp.sqrt(sum(jnp.vdot(t, t) for t in (p, g)))


@case(f32(2, 8, 8, 4), f32(4, seed=1), f32(4, seed=2), tolerance=LONG)
def batch_and_group_norm(x, scale, offset):
    mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
    groups = x.reshape(2, 8, 8, 2, 2)
    normed = (groups - groups.mean((1, 2, 4), keepdims=True)) * lax.rsqrt(groups.var((1, 2, 4), keepdims=True) + 1e-5)
    return (x - mean) * lax.rsqrt(var + 1e-5) * scale + offset, normed.reshape(x.shape), x * lax.rsqrt((x ** 2).mean(-1,
            keepdims=True) + 1e-6) * scale


@case(f32(2, 6, 8), tolerance=LONG)
def rotary_embedding(x):
    angle = jnp.arange(6)[:, None] / 100.0 ** (jnp.arange(4) / 4)
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), a * jnp.sin(angle) + b * jnp.cos(angle)], -1)


@case(f32(16, 8), f32(8, 3, seed=1), f32(3, 8, 5, seed=2), tolerance=LONG)
def mixture_of_experts(x, router, experts):
    weights, chosen = lax.top_k(jax.nn.softmax(x @ router), 2)
    hot = jax.nn.one_hot(chosen, 3) * weights[..., None]
    return jnp.einsum("tke,edf,td->tf", hot, experts, x)


@case(i32(2, 7, high=11), f32(11, 6, seed=1), tolerance=LONG)
def embedding_lookup(tokens, table):
    return table[tokens], jnp.take(table, tokens, axis=0,
            mode="fill"), jax.grad(lambda t: (t[tokens] ** 2).sum())(table), (table[tokens] @ table.T).argmax(-1)


@case(f32(3, 9), f32(3, 9, seed=1))
def trees(x, y):
    tree = {"a": x, "b": (y, [x + y])}
    flat, make = jax.flatten_util.ravel_pytree(tree)
    return flat, make(flat * 2), jax.tree.reduce(lambda a, b: a + b.sum(), tree, 0.0)


@case(f32(5, 6), tolerance=LONG)
def distances(x):
    gram = x @ x.T
    squares = jnp.diag(gram)
    cosine = gram / jnp.sqrt(squares[:, None] * squares)
    return jnp.sqrt(jnp.maximum(squares[:, None] + squares - 2 * gram, 1e-12)), cosine, jnp.abs(x[:,
            None] - x).sum(-1), jnp.argmin(jnp.where(jnp.eye(5, dtype=bool), np.inf, -cosine), 1)


@case(f32(20), tolerance=LONG)
def filters(x):
    def iir(state, v):
        y = 0.3 * v + 0.7 * state
        return y, y

    return lax.scan(iir, jnp.float32(0), x)[1], jnp.convolve(x, jnp.ones(5) / 5, "valid"), jnp.cumsum(x) / jnp.arange(1,
            21), jnp.fft.irfft(jnp.fft.rfft(x).at[4:].set(0))


@case(f32(3), tolerance=LONG)
def ordinary_differential_equations(x):
    return odeint(lambda y, t: jnp.stack([y[1], -y[0], y[2] * 0.1]), x, jnp.linspace(0.0, 1.0, 4))


@case(f32(2, 3, 4))
def named_axes(x):
    return jax.vmap(lambda v: v - lax.pmean(v, "b"),
            axis_name="b")(x), jax.vmap(lambda v: lax.psum(v * lax.axis_index("b"), "b"),
            axis_name="b")(x), jax.vmap(lambda v: lax.all_gather(v, "b"), axis_name="b")(x)


@case(f32(6, 6), tolerance=LONG)
def cellular_automata(x):
    def life(grid, _):
        around = sum(jnp.roll(grid, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))
        return ((around == 3) | ((grid == 1) & (around == 2))).astype(jnp.int32), grid.sum()

    return lax.scan(life, (x > 0).astype(jnp.int32), length=5)


@case(f32(30, low=-3, high=3), tolerance=LONG)
def numerical_roots(x):
    newton = lax.fori_loop(0, 12, lambda i, v: v - (v ** 3 - 2 * v - 5) / (3 * v ** 2 - 2), jnp.full(30, 2.0))
    low, high = lax.fori_loop(0, 20, lambda i, s: (jnp.where((s[0] + s[1]) < 2 * x, (s[0] + s[1]) / 2, s[0]),
            jnp.where((s[0] + s[1]) < 2 * x, s[1], (s[0] + s[1]) / 2)), (x - 1, x + 3))
    return newton, low, high
