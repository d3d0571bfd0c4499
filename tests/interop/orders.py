"""Sorts, selections, and random bits."""

import jax
import jax.numpy as jnp
from jax import lax

from cases import case, f32, i32


@case(f32(7, 30), i32(7, 30, high=9))
def sorts(x, i):
    keys, values = lax.sort_key_val(i, x, dimension=0)
    return jnp.sort(x), jnp.argsort(-x, axis=0), keys, values


@case(i32(4, high=1 << 30))
def random_bits(i):
    seed = i.astype(jnp.uint32)
    pairs = [lax.rng_bit_generator(seed, shape, dtype, algorithm)
             for shape, dtype in (((3, 4), jnp.uint32), ((5, 7), jnp.uint32), ((9,), jnp.uint8), ((), jnp.uint16))
             for algorithm in (lax.RandomAlgorithm.RNG_THREE_FRY, lax.RandomAlgorithm.RNG_PHILOX)]
    return [part for pair in pairs for part in pair]


@case(i32(2, high=1 << 30))
def random_keys(i):
    """Draws with both kinds of keys: JAX computes counters with plain ops, or calls rng_bit_generator."""
    def draws(kind):
        key = jax.random.wrap_key_data(jnp.tile(i.astype(jnp.uint32), 2 if kind == "rbg" else 1), impl=kind)
        a, b = jax.random.split(key)
        return (jax.random.uniform(a, (3, 5)), jax.random.bits(b, (7,)), jax.random.randint(a, (4, 4), 0, 99),
                jax.random.permutation(b, 10))

    return *draws("threefry2x32"), *draws("rbg")


@case(f32(7, 30), i32(7, 30, high=4))
def sorts_by_several_keys(x, i):
    few = jnp.round(x)
    return (lax.sort((few, i, x), num_keys=2), lax.sort((i, few, -x), num_keys=3, dimension=0),
            jnp.lexsort((x, i, few)), jnp.lexsort((few, i), axis=0))


@case(f32(40), i32(3, 9, high=4))
def sorts_in_other_directions(x, i):
    special = jnp.where(x > 1.5, jnp.nan, jnp.where(jnp.abs(x) < 0.5, x * 0, x))
    return (jnp.sort(special, descending=True), jnp.argsort(special, descending=True, stable=True),
            jnp.argsort(i, descending=True), jnp.argsort(x, stable=False), jnp.sort(i > 1), jnp.sort(-special))


@case(i32(50, high=20), f32(50))
def unique(i, x):
    few = jnp.round(x * 4)
    return (jnp.unique(i, size=25, fill_value=-1), *jnp.unique(few, return_index=True, return_inverse=True,
                                                               return_counts=True, size=20),
            jnp.unique(i.reshape(25, 2), axis=0, size=25, fill_value=0))


@case(f32(6, 500), i32(3, 80, low=-9, high=9))
def top_k(x, i):
    special = jnp.where(x > 1.99, jnp.nan, jnp.where(jnp.abs(x) < 1.9, x * 0, x))
    return (lax.top_k(x, 5), lax.top_k(i, 80), lax.top_k(special, 60), lax.top_k(x, 2, axis=0),
            lax.top_k(x.astype(jnp.bfloat16), 30), jax.vmap(lambda row: lax.top_k(row, 3)[1])(i))


@case(f32(6, 300))
def approximate_top_k(x):
    return (lax.approx_max_k(x, 5), lax.approx_min_k(x, 5), lax.approx_max_k(x, 2, reduction_dimension=0),
            lax.approx_min_k(x[0], 7))


@case(f32(4, 31))
def order_statistics(x):
    holes = jnp.where(x > 1.5, jnp.nan, x)
    return (jnp.median(x), jnp.median(x, axis=1), jnp.quantile(x, jnp.array([0.1, 0.5, 0.9]), axis=0),
            jnp.percentile(x, 30.0), jnp.nanmedian(holes, axis=1), jnp.nanquantile(holes, 0.25))


@case(f32(5, 40))
def partitions(x):
    places = jnp.argpartition(x, 7, axis=1)
    return jnp.partition(x, 7), jnp.sort(places[:, :7]), places[:, 7]


@case(f32(12), i32(12, high=9))
def searches(x, i):
    table = jnp.sort(x)
    return (jnp.searchsorted(table, x), jnp.isin(i, jnp.array([1, 5])), jnp.setdiff1d(i, jnp.array([2, 3]), size=9),
            jnp.union1d(i, i + 3, size=14), jnp.bincount(i, length=9), jnp.histogram(x, bins=5)[0])


@case(f32(5, 20), f32(5, 3, seed=1))
def top_k_gradient(x, y):
    def weighed(x):
        values, places = lax.top_k(x, 3)
        return (values * y).sum() + (jnp.take_along_axis(x, places, axis=1) ** 2).sum()

    return jax.value_and_grad(weighed)(x), jax.grad(lambda x: jnp.sort(x)[:, -2].sum())(x)
