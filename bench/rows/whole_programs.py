"""Whole programs with products, factorizations and selections: nearest neighbours, the evidence of a sparse Gaussian
process, and a Kalman filter."""
import math

import numpy as np

from harness.row import Cost

# neighbours: queries, points, features, k; process: points, inducing points, features; filter: steps, state, seen.
VARIANTS = {"nearest-neighbours": ("neighbours", (1000, 20000, 64, 10)), "sparse-process": ("process", (20000, 256, 4)),
            "kalman-filter": ("filter", (1000, 8, 4))}
TOLERANCE = 1e-3  # a factorization loses digits if its matrix is badly conditioned
NOISE, JITTER = 0.1, 1e-3


def arguments(random, kind, sizes):
    def normal(*shape):
        return random.standard_normal(shape, dtype=np.float32)

    if kind == "neighbours":
        queries, points, features, _ = sizes
        return [normal(queries, features), normal(points, features)]
    if kind == "process":
        points, inducing, features = sizes
        x = normal(points, features)
        return [x, np.sin(x.sum(1)), x[:inducing].copy()]
    steps, state, seen = sizes
    rotation = np.linalg.qr(normal(state, state))[0].astype(np.float32)
    return [0.99 * rotation, normal(seen, state), normal(steps, seen)]


def neighbours_in_jax(k):
    import jax

    def nearest(queries, points):
        distances = (queries * queries).sum(1)[:, None] - 2 * queries @ points.T + (points * points).sum(1)
        least, where = jax.lax.top_k(-distances, k)
        return -least, where

    return nearest


def process_in_jax(points):
    """Titsias (2009), equation 9, with a Gaussian kernel of unit width and variance."""
    import jax.numpy as jnp
    from jax.scipy.linalg import solve_triangular

    def kernel(a, b):
        return jnp.exp(-0.5 * jnp.maximum((a * a).sum(1)[:, None] - 2 * a @ b.T + (b * b).sum(1), 0))

    def evidence(x, y, inducing):
        among = jnp.linalg.cholesky(kernel(inducing, inducing) + JITTER * jnp.eye(len(inducing), dtype=x.dtype))
        a = solve_triangular(among, kernel(inducing, x), lower=True) / NOISE
        b = jnp.linalg.cholesky(jnp.eye(len(inducing), dtype=x.dtype) + a @ a.T)
        c = solve_triangular(b, a @ y, lower=True) / NOISE
        trace = points / NOISE ** 2 - (a * a).sum()
        return -0.5 * (points * math.log(2 * math.pi * NOISE ** 2) + (y * y).sum() / NOISE ** 2 - (c * c).sum() +
                       trace) - jnp.log(jnp.diagonal(b)).sum()

    return evidence


def filter_in_jax(state, seen):
    import jax
    import jax.numpy as jnp
    from jax.scipy.linalg import cho_factor, cho_solve

    def run(transition, observation, measured):
        def step(carry, measurement):
            mean, covariance = carry
            mean = transition @ mean
            covariance = transition @ covariance @ transition.T + NOISE * jnp.eye(state, dtype=mean.dtype)
            innovation = observation @ covariance @ observation.T + NOISE * jnp.eye(seen, dtype=mean.dtype)
            gain = cho_solve(cho_factor(innovation), observation @ covariance).T
            mean = mean + gain @ (measurement - observation @ mean)
            covariance = covariance - gain @ observation @ covariance
            return (mean, covariance), mean

        start = (jnp.zeros(state, measured.dtype), jnp.eye(state, dtype=measured.dtype))
        return jax.lax.scan(step, start, measured)[1]

    return run


def in_jax(kind, sizes):
    if kind == "neighbours":
        return neighbours_in_jax(sizes[3])
    if kind == "process":
        return process_in_jax(sizes[0])
    return filter_in_jax(*sizes[1:])


def in_torch(wrap, kind, sizes):
    import torch

    def nearest(queries, points):
        distances = (queries * queries).sum(1)[:, None] - 2 * queries @ points.T + (points * points).sum(1)
        least, where = distances.topk(sizes[3], largest=False)
        return least, where.to(torch.int32)

    def kernel(a, b):
        return torch.exp(-0.5 * torch.clamp((a * a).sum(1)[:, None] - 2 * a @ b.T + (b * b).sum(1), min=0))

    def evidence(x, y, inducing):
        points, one = len(x), torch.eye(len(inducing), dtype=x.dtype)
        among = torch.linalg.cholesky(kernel(inducing, inducing) + JITTER * one)
        a = torch.linalg.solve_triangular(among, kernel(inducing, x), upper=False) / NOISE
        b = torch.linalg.cholesky(one + a @ a.T)
        c = torch.linalg.solve_triangular(b, (a @ y)[:, None], upper=False) / NOISE
        trace = points / NOISE ** 2 - (a * a).sum()
        return -0.5 * (points * math.log(2 * math.pi * NOISE ** 2) + (y * y).sum() / NOISE ** 2 - (c * c).sum() +
                       trace) - torch.log(torch.diagonal(b)).sum()

    def filtered(transition, observation, measured):
        state, seen = transition.shape[0], observation.shape[0]
        mean, covariance, means = torch.zeros(state), torch.eye(state), []
        for measurement in measured:
            mean = transition @ mean
            covariance = transition @ covariance @ transition.T + NOISE * torch.eye(state)
            innovation = observation @ covariance @ observation.T + NOISE * torch.eye(seen)
            gain = torch.cholesky_solve(observation @ covariance, torch.linalg.cholesky(innovation)).T
            mean = mean + gain @ (measurement - observation @ mean)
            covariance = covariance - gain @ observation @ covariance
            means.append(mean)
        return torch.stack(means)

    # torch.compile is not used, because it would unroll the thousand steps.
    return filtered if kind == "filter" else wrap(nearest if kind == "neighbours" else evidence)


def cost(kind, sizes):
    """Counts the products and factorizations."""
    if kind == "neighbours":
        queries, points, features, _ = sizes
        return Cost(flops=2 * queries * points * features)
    if kind == "process":
        points, inducing, features = sizes
        return Cost(flops=points * inducing * (2 * features + 3 * inducing) + 2 * inducing ** 3 // 3)
    steps, state, seen = sizes
    return Cost(flops=steps * (6 * state ** 3 + 6 * state * state * seen + 4 * state * seen * seen))
