"""Distributions of jax.random: integers and bits must be equal, and floats nearly equal."""

import jax
import jax.numpy as jnp

from cases import LONG, case, f32, i32

random = jax.random
KEY = i32(2, high=1 << 30)


def key_of(i):
    return random.wrap_key_data(i.astype(jnp.uint32), impl="threefry2x32")


@case(KEY)
def random_keys_folded(i):
    key = key_of(i)
    return (random.key_data(random.fold_in(key, 7)), random.key_data(random.split(key, 3)),
            random.key_data(random.clone(key)),
            random.key_data(random.PRNGKey(5)), random.bits(random.key(3), (4,), jnp.uint8))


@case(KEY)
def random_uniform(i):
    key = key_of(i)
    return (random.uniform(key, (50,)), random.uniform(key, (3, 4), minval=-2, maxval=5),
            random.uniform(key, (9,), jnp.float16),
            random.uniform(key, (9,), jnp.bfloat16), random.randint(key, (20,), -5, 60),
            random.randint(key, (9,), 0, 200, jnp.uint8))


@case(KEY, tolerance=LONG)
def random_normal(i):
    key = key_of(i)
    return (random.normal(key, (60,)), random.truncated_normal(key, -1.0, 0.5, (40,)), random.lognormal(key, 0.5, (20,)),
            random.normal(key, (7,), jnp.complex64), random.ball(key, 3, shape=(5,)),
            random.generalized_normal(key, 3.0, (9,)), random.maxwell(key, (9,)))


@case(KEY, f32(5, low=0.1, high=0.9))
def random_bernoulli(i, p):
    key = key_of(i)
    return (random.bernoulli(key, p, (20, 5)), random.rademacher(key, (15,)), random.binomial(key, 20, p),
            random.geometric(key, p, (9, 5)))


@case(KEY, f32(4, 6))
def random_categorical(i, logits):
    key = key_of(i)
    return (random.categorical(key, logits), random.categorical(key, logits, axis=0, shape=(3, 6)),
            random.categorical(key, logits, replace=False, shape=(2, 4)),
            random.gumbel(key, (9,)))


@case(KEY, f32(12))
def random_permutations(i, x):
    key = key_of(i)
    return (random.permutation(key, x), random.permutation(key, 50),
            random.permutation(key, x.reshape(3, 4), axis=1, independent=True),
            random.choice(key, x, (5,)), random.choice(key, x, (5,), replace=False),
            random.choice(key, 12, (8,), p=jax.nn.softmax(x)),
            random.choice(key, 12, (4,), replace=False, p=jax.nn.softmax(x)))


@case(KEY, f32(9, low=0.3, high=5.0), tolerance=LONG)
def random_gamma(i, a):
    key = key_of(i)
    return random.gamma(key, a), random.loggamma(key, a), random.chisquare(key, a * 2)


@case(KEY, f32(9, low=0.3, high=5.0), tolerance=LONG)
def random_beta(i, a):
    key = key_of(i)
    return random.beta(key, a, a[::-1]), random.dirichlet(key, a), random.t(key, a + 1), random.f(key, a, a + 2)


@case(KEY, f32(9, low=0.3, high=15.0))
def random_poisson(i, rate):
    return random.poisson(key_of(i), rate)


@case(KEY, f32(7, low=0.5, high=3.0), tolerance=LONG)
def random_continuous(i, s):
    key = key_of(i)
    return (random.exponential(key, (20,)), random.laplace(key, (20,)), random.logistic(key, (20,)),
            random.cauchy(key, (20,)), random.pareto(key, s), random.rayleigh(key, s),
            random.weibull_min(key, s, s), random.triangular(key, -1.0, 0.0, 2.0, (9,)), random.wald(key, s),
            random.double_sided_maxwell(key, 0.0, 1.0, (9,)))


@case(KEY, f32(3), tolerance=LONG)
def random_multivariate(i, mean):
    key = key_of(i)
    return random.multivariate_normal(key, mean, jnp.eye(3) * 2.0, (4,), method="cholesky")


@case(KEY, f32(8, 4))
def dropout(i, x):
    keep = random.bernoulli(key_of(i), 0.75, x.shape)
    return jnp.where(keep, x / 0.75, 0), jax.grad(lambda v: (jnp.where(keep, v / 0.75, 0) ** 2).sum())(x)


@case(KEY)
def random_in_loops(i):
    def step(key, _):
        key, sub = random.split(key)
        return key, random.normal(sub, (3,))

    return jax.lax.scan(step, key_of(i), length=5)[1], jax.vmap(lambda k: random.uniform(k, (2,)))(random.split(key_of(i),
            4))


@case(KEY, tolerance=LONG)
def initializers(i):
    key, init = key_of(i), jax.nn.initializers
    return (init.glorot_normal()(key, (4, 5)), init.he_uniform()(key, (4, 5)), init.lecun_normal()(key, (3, 3, 2, 4)),
            init.truncated_normal(0.1)(key, (9,)),
            init.variance_scaling(2.0, "fan_avg", "uniform")(key, (4, 5)), init.zeros(key, (2,)))
