"""Functions of jax.lax: control flow, scans, windows, indexing, and collectives of one device."""

import jax
import jax.scipy.optimize
import jax.numpy as jnp
from jax import export, lax

from cases import LONG, bf16, c64, case, f32, i32


# --- control flow ------------------------------------------------------------------------------------------

@case(f32(6, 4), f32(4, seed=1))
def scan_with_outputs(x, s):
    def step(s, row):
        s = jnp.tanh(s + row)
        return s, (s * 2, row.sum())

    return lax.scan(step, s, x), lax.scan(step, s, x, reverse=True), lax.scan(step, s, x, unroll=4)


@case(f32(3, 4))
def scan_of_trees(x):
    def step(carry, xs):
        return {"a": carry["a"] + xs[0].sum(), "n": carry["n"] + 1}, (xs[1], carry["n"])

    return lax.scan(step, {"a": jnp.float32(0), "n": 0}, (x, x * 2))


@case(i32(1, low=20, high=60))
def while_loops(i):
    collatz = lax.while_loop(lambda s: s[0] != 1, lambda s: (jnp.where(s[0] % 2, 3 * s[0] + 1, s[0] // 2), s[1] + 1),
            (i[0], 0))
    nested = lax.while_loop(lambda n: n < 50, lambda n: lax.while_loop(lambda m: m % 7 != 0, lambda m: m + 1, n + 1), i[0])
    return collatz, nested


@case(f32(5), i32(1, low=2, high=5))
def fori_loops(x, n):
    return (lax.fori_loop(0, 4, lambda i, v: v * 0.5 + i, x), lax.fori_loop(0, n[0], lambda i, v: v + x[i], jnp.float32(0)),
            lax.fori_loop(1, 4, lambda i, v: v.at[i].set(v[i - 1] * 2), x))


@case(f32(4), i32(3, high=4))
def conds(x, i):
    pick = [lambda v: v + 1, lambda v: v * v, jnp.sin, lambda v: v[::-1]]
    return (lax.cond(i[0] > 1, lambda v: v.sum(), lambda v: v.max(), x), lax.switch(i[1], pick, x),
            lax.switch(i[2] + 9, pick, x),
            lax.cond(x[0] > 0, lambda: (x, 1), lambda: (-x, 2)),
            lax.cond(i[0] > 5, lambda v: lax.cond(v[0] > 0, jnp.cos, jnp.exp, v), jnp.tanh, x))


@case(f32(6, 3), i32(6, high=3))
def conds_in_vmap_and_map(x, i):
    branches = [jnp.sum, jnp.max, lambda v: v[0]]
    return (jax.vmap(lambda k, v: lax.switch(k, branches, v))(i, x), lax.map(lambda v: v * v.sum(), x),
            lax.map(jnp.sort, x, batch_size=4),
            jax.vmap(lambda v: lax.while_loop(lambda s: s.sum() < 9, lambda s: s + 1, v))(x))


@case(f32(7, 3), f32(7, 3, seed=1))
def associative_scans(x, y):
    def affine(a, b):
        return a[0] * b[0], a[1] * b[0] + b[1]

    return (lax.associative_scan(jnp.maximum, x), lax.associative_scan(affine, (x, y)),
            lax.associative_scan(jnp.add, x, reverse=True, axis=1),
            lax.cumlogsumexp(x), lax.cummin(x, axis=1, reverse=True), lax.cumprod(y, reverse=True))


@case(f32(8, 3))
def gradients_of_loops(x):
    def scanned(x):
        return lax.scan(lambda s, r: (jnp.tanh(s * r + 0.3), s.sum()), jnp.ones(3), x)[1].sum()

    def branched(x):
        return lax.cond(x.sum() > 0, lambda v: (v ** 2).sum(), lambda v: v.prod(), x)

    return (jax.grad(scanned)(x), jax.grad(branched)(x), jax.grad(lambda v: lax.fori_loop(0, 3, lambda i,
            s: s * jnp.sin(s), v).sum())(x),
            jax.grad(lambda v: jax.checkpoint(scanned)(v))(x), jax.jvp(scanned, (x,), (x,)))


@case(f32(4, 4))
def custom_derivatives(x):
    @jax.custom_vjp
    def clipped(v):
        return v * 2

    clipped.defvjp(lambda v: (v * 2, v), lambda v, g: (jnp.clip(g * v, -1, 1),))

    @jax.custom_jvp
    def doubled(v):
        return v + v

    doubled.defjvp(lambda p, t: (doubled(p[0]), 3 * t[0]))
    return jax.grad(lambda v: clipped(v).sum())(x), jax.grad(lambda v: doubled(v).sum())(x), lax.stop_gradient(x)


@case(f32(3, 3), tolerance=LONG)
def root_finding(x):
    a = x @ x.T + 3 * jnp.eye(3)

    def newton(f, v):
        return lax.fori_loop(0, 20, lambda i, u: u - f(u) / (3 * u * u), v)

    return (lax.custom_root(lambda v: v ** 3 - 2.0, jnp.float32(1), newton, lambda g, y: y / g(1.0)),
            jax.scipy.sparse.linalg.cg(lambda v: a @ v, x[0])[0],
            jax.scipy.optimize.minimize(lambda v: ((v - 1) ** 2).sum(), x[0], method="BFGS").x)


# --- windows and reductions --------------------------------------------------------------------------------

@case(f32(2, 8, 9))
def windows(x):
    dims = (1, 3, 2)
    return (lax.reduce_window(x, -jnp.inf, lax.max, dims, (1, 1, 1), "SAME", window_dilation=(1, 2, 1)),
            lax.reduce_window(x, 0.0, lax.add, dims, (1, 2, 2), ((0, 0), (1, 2), (0, 1)), base_dilation=(1, 2, 1)),
            lax.reduce_window(x, 1.0, lax.mul, dims, (1, 1, 2), "VALID"),
            lax.reduce_window(x, jnp.inf, lax.min, (2, 2, 2), (1, 1, 1), "VALID"))


@case(f32(4, 6), i32(4, 6))
def general_reductions(x, i):
    def later(a, b):
        return jnp.maximum(a[0], b[0]), jnp.where(a[0] >= b[0], a[1], b[1])

    return (lax.reduce(x, jnp.float32(1), lambda a, b: a * b + 0 * a, (1,)),
            lax.reduce((x, i), (jnp.float32(-9), 0), later, (0,)), lax.reduce_and(i > 2, (1,)), lax.reduce_xor(i, (0,)),
            lax.argmax(x, 1, jnp.int32), lax.reduce_precision(x, 5, 4))


@case(f32(1, 2, 6, 6), f32(4, 2, 3, 3, seed=1), tolerance=LONG)
def convolutions_of_lax(x, k):
    return (lax.conv(x, k, (1, 1), "SAME"), lax.conv_with_general_padding(x, k, (2, 1), ((1, 0), (0, 2)), (2, 1), (1, 2)),
            lax.conv_general_dilated_patches(x, (3, 2), (1, 1), "VALID"),
            lax.conv_general_dilated(x, k.transpose(2, 3, 1, 0), (1, 1), "SAME",
            dimension_numbers=("NCHW", "HWIO", "NHWC")))


@case(f32(4, 6, 5), f32(4, 2, 5, 3, seed=1), tolerance=LONG)
def batched_convolutions(x, k):
    def one(a, b):
        return lax.conv_general_dilated(a[None], b, (1,), "SAME", dimension_numbers=("NHC", "HIO", "NHC"))

    return jax.vmap(one)(x, k), jax.grad(lambda x: (jax.vmap(one)(x, k) ** 2).sum())(x)


@case(f32(1, 5, 5, 3), f32(2, 2, 3, 4, seed=1), tolerance=LONG)
def local_convolutions(x, k):
    weights = jnp.broadcast_to(k.reshape(1, 1, 12, 4), (4, 4, 12, 4))
    return lax.conv_general_dilated_local(x, weights, (1, 1), "VALID", (2, 2), dimension_numbers=("NHWC", "HWIO", "NHWC"))


# --- contractions ------------------------------------------------------------------------------------------

@case(f32(3, 4, 5), f32(3, 5, 4, seed=1), tolerance=LONG)
def general_dots(x, y):
    return (lax.dot_general(x, y, (((2,), (1,)), ((0,), (0,)))), lax.dot_general(x, y, (((1, 2), (2, 1)), ((0,), (0,)))),
            lax.dot_general(x, y, (((), ()), ((), ())))
            .sum((0, 3)), lax.batch_matmul(x, y), lax.dot(x[0], y[0], precision="highest"),
            lax.dot(x[0], y[0], preferred_element_type=jnp.float32))


@case(f32(12, 5), f32(4, 5, 3, seed=1), tolerance=LONG)
def ragged_products(x, w):
    sizes = jnp.array([3, 0, 5, 2], jnp.int32)
    return lax.ragged_dot(x, w, sizes)


@case(f32(12, 5), f32(4, 5, 3, seed=1), tolerance=LONG)
def ragged_product_gradients(x, w):
    sizes = jnp.array([3, 2, 5, 2], jnp.int32)
    return jax.grad(lambda x, w: (lax.ragged_dot(x, w, sizes) ** 2).sum(), argnums=(0, 1))(x, w)


@case(bf16(8, 16), bf16(16, 4, seed=1), i32(5, 6, low=-9, high=9), tolerance=2e-2)
def mixed_products(x, y, i):
    b = i.astype(jnp.int8)
    return (lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32),
            lax.dot_general(b, b, (((1,), (1,)), ((), ())), preferred_element_type=jnp.int32),
            jnp.matmul(x, y.astype(jnp.float32)))


# --- indexing ----------------------------------------------------------------------------------------------

@case(f32(6, 7, 3), i32(4, 2, high=6))
def gathers(x, i):
    dims = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, 1))
    return (lax.gather(x, i, dims, (1, 1, 3)), lax.gather(x, i, dims, (1, 1, 2), mode="fill", fill_value=-1.0),
            lax.gather(x, i + 3, dims, (1, 1, 3), mode="clip"),
            jax.vmap(lambda v, k: v[k], (2, None))(x, i[:, 0]),
            jax.vmap(lambda v, k: lax.dynamic_slice(v, (k[0], 0), (2, 2)), (None, 0))(x[..., 0], i))


@case(f32(6, 5), i32(4, 1, high=7), f32(4, 5, seed=1))
def scatters(x, i, u):
    dims = lax.ScatterDimensionNumbers(update_window_dims=(1,), inserted_window_dims=(0,),
            scatter_dims_to_operand_dims=(0,))
    return [f(x, i, u, dims) for f in (lax.scatter, lax.scatter_add, lax.scatter_mul, lax.scatter_min, lax.scatter_max,
            lax.scatter_sub)] + [
        lax.scatter_apply(x, i, jnp.cos, dims, update_shape=(4, 5)),
        jax.vmap(lambda v, k, w: v.at[k].add(w), (1, None, 1))(x, i[:, 0], u)]


@case(f32(5, 8), i32(2, high=5))
def slices_of_lax(x, i):
    return (lax.slice_in_dim(x, 1, 7, 2, axis=1), lax.dynamic_index_in_dim(x, i[0], 0),
            lax.dynamic_slice_in_dim(x, i[1], 3, 1), lax.index_take(x, (i, i), (0, 1)),
            lax.dynamic_update_index_in_dim(x, x[0] * 2, i[0], 0),
            lax.dynamic_update_slice_in_dim(x, x[:, :2], i[1] + 9, 1), lax.rev(x, (1,)), lax.collapse(x, 0, 2),
            lax.broadcasted_iota(jnp.int32, (3, 4), 1), lax.expand_dims(x, (1,)), lax.split(x, (2, 6), axis=1),
            lax.pad(x, 0.0, ((-1, 2, 0), (3, -2, 2))))


@case(f32(5, 7), i32(9, high=5), f32(9, 7, seed=1))
def segments(x, i, y):
    ordered = jnp.sort(i)
    return (jax.ops.segment_sum(y, i, 5), jax.ops.segment_max(y, i, 6),
            jax.ops.segment_min(y, ordered, 5, indices_are_sorted=True), jax.ops.segment_prod(y, i, 5),
            jax.grad(lambda y: (jax.ops.segment_sum(y, i, 5) * x).sum())(y))


# --- elementwise -------------------------------------------------------------------------------------------

@case(f32(30), f32(30, seed=1, low=0.1))
def elementwise_of_lax(x, p):
    return (lax.is_finite(x), lax.integer_pow(x, -3), lax.pow(p, x), lax.pow(x, 3), lax.exp2(x), lax.rsqrt(p), lax.cbrt(x),
            lax.logistic(x), lax.tan(x), lax.acosh(p + 1), lax.nextafter(x, p),
            lax.clamp(-0.5, x, p), lax.sign(x), lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
            lax.round(x * 2, lax.RoundingMethod.TO_NEAREST_EVEN), lax.rem(x, p), lax.erf_inv(x / 2.1),
            lax.bessel_i0e(x), lax.bessel_i1e(x), lax.igamma(p, p * 2), lax.igammac(p, p * 2), lax.random_gamma_grad(p, p),
            lax.square(x))


@case(f32(20, low=0.1, high=4.0), f32(20, seed=1, low=0.1, high=4.0), f32(20, seed=2, low=0.01, high=0.99), tolerance=LONG)
def beta_functions(a, b, x):
    return lax.betainc(a, b, x), jax.grad(lambda x: lax.betainc(a, b, x).sum())(x), jax.grad(lambda a: lax.igamma(a,
            b).sum())(a)


@case(i32(30, low=-2**31, high=2**31 - 1), i32(30, seed=1, high=40))
def bits_of_lax(x, n):
    u = lax.convert_element_type(x, jnp.uint32)
    return (lax.shift_left(x, n), lax.shift_right_arithmetic(x, n), lax.shift_right_logical(x, n), lax.population_count(u),
            lax.clz(u), lax.bitwise_not(x), lax.bitwise_xor(x, n),
            lax.bitcast_convert_type(u, jnp.int16), lax.rem(x, n + 1), lax.div(x, -n - 1),
            lax.convert_element_type(x, jnp.int8))


@case(c64(12), c64(12, seed=1), tolerance=2e-5)
def complex_of_lax(x, y):
    return (lax.complex(x.real, y.imag), lax.conj(x), lax.real(x), lax.imag(y), lax.pow(x, y), lax.sign(x), lax.rsqrt(x),
            lax.expm1(x * 0.1), lax.log1p(y), lax.logistic(x), lax.tan(x), lax.eq(x, y),
            lax.cumsum(x), lax.cbrt(x.real), lax.square(x), lax.integer_pow(y, 3), lax.select(x.real > 0, x, y))


# --- open shapes -------------------------------------------------------------------------------------------

@case(f32(6, 4), f32(4, 3, seed=1))
def open_shapes(x, y):
    """The text of an exported function whose sizes are variables, with types such as tensor<?x4xf32> and computed shapes."""
    def exported(x, y):
        n = x.shape[0]
        z = jnp.tanh(x) @ y
        z = jnp.concatenate([z, z * 2])
        return (z.reshape(-1) + jnp.arange(z.size, dtype=jnp.float32), jnp.pad(x, ((1, 2), (0, 0))), x[::-1], jax.nn.softmax(x, axis=0),
                x.sum(axis=0) / n, x[:n // 2], lax.dynamic_slice_in_dim(x, 1, n - 1), jnp.zeros((n, 2)), jnp.sort(x, axis=0),
                x[jnp.arange(n)])

    a, b = export.symbolic_shape("a, b")
    types = jax.ShapeDtypeStruct((a, 4), jnp.float32), jax.ShapeDtypeStruct((4, b), jnp.float32)
    return export.export(jax.jit(exported))(*types).call(x, y)


# --- one device --------------------------------------------------------------------------------------------

@case(f32(4, 6))
def collectives_of_one_device(x):
    mesh = jax.make_mesh((1,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.PartitionSpec("i")

    def body(v):
        return (lax.psum(v, "i"), lax.pmax(v, "i"), lax.pmean(v, "i"), lax.all_gather(v, "i"),
                lax.ppermute(v, "i", [(0, 0)]), lax.psum_scatter(v, "i", tiled=True),
                lax.all_to_all(v, "i", 0, 1, tiled=True), v + lax.axis_index("i"))

    return jax.shard_map(body, mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False)(x)


@case(f32(4, 6))
def shardings_of_one_device(x):
    mesh = jax.make_mesh((1,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i"))
    return jax.lax.with_sharding_constraint(x * 2, sharding), jnp.sin(jax.device_put(x, sharding))


@case(f32(3, 4))
def barriers_and_names(x):
    y, z = lax.optimization_barrier((x, x + 1))
    return y, z, jax.named_call(jnp.sin, name="sine")(x), jax.jit(lambda v: v * 2,
            inline=False)(x), lax.composite(lambda v: v + 1, "my.add")(x)


@case(i32(5, high=100), f32(3))
def made_of_shapes(i, x):
    return lax.full_like(x, 2.0), lax.sub(i, 1), lax.full((2, 3), i[0]), lax.broadcast(x, (2,)), lax.reshape(x, (3, 1))
