"""Attention as models write it: softmax(q k^T / 8) v of 12 heads of 64 features, with plain ops. The table of scores need not be
stored in memory."""
import numpy as np

from harness.row import EXP, Cost

HEADS, FEATURES, WINDOW, FEW_HEADS = 12, 64, 512, 4
# The kind of attention, heads, queries, keys, dtype.
VARIANTS = {
    **{f"attention-{n}": ("full", HEADS, n, n, "float32") for n in (1024, 4096)},
    "attention-32768": ("full", 1, 32768, 32768, "float32"),
    **{f"attention-{kind}-{n}": (kind, HEADS, n, n, "float32") for kind in ("causal", "window", "grouped", "gradients") for n in (1024, 4096)},
    **{f"attention-bf16-{n}": ("full", HEADS, n, n, "bfloat16") for n in (1024, 4096)},
    **{f"attention-one-query-{n}": ("full", HEADS, 1, n, "float32") for n in (4096, 65536)},
}
# The tests run the texts of these rows with values of their own. The gradients are not among these rows: if all values are equal,
# the gradients are differences of equal sums, so only rounding errors are left.
USUAL = ("attention-1024", "attention-causal-1024", "attention-one-query-4096")
SLOW = [name for name in VARIANTS if name not in USUAL]
# Half a unit in the last place of bf16 is 2^-9, and the probabilities are rounded, too.
TOLERANCE = {name: 2e-2 if "bf16" in name else 1e-5 for name in VARIANTS}


def arguments(random, kind, heads, queries, keys, dtype):
    import ml_dtypes
    of_queries, of_keys = (heads, queries, FEATURES), (heads, keys, FEATURES)
    if kind == "grouped":
        of_queries, of_keys = (1, queries, heads, FEATURES), (1, keys, FEW_HEADS, FEATURES)
    shapes = [of_queries, of_keys, of_keys] + ([of_queries] if kind == "gradients" else [])
    return [random.standard_normal(shape, dtype=np.float32).astype(getattr(ml_dtypes, dtype, dtype)) for shape in shapes]


def in_jax(kind, heads, queries, keys, dtype):
    import jax
    import jax.numpy as jnp

    def attention(q, k, v):
        scores = jnp.einsum("hqd,hkd->hqk", q, k, preferred_element_type=jnp.float32) / FEATURES ** 0.5
        if kind in ("causal", "window"):
            i, j = jnp.arange(queries)[:, None], jnp.arange(keys)
            seen = (j <= i) & (i - j < WINDOW) if kind == "window" else j <= i
            scores = jnp.where(seen, scores, -jnp.inf)
        weights = jax.nn.softmax(scores, axis=-1).astype(v.dtype)
        return jnp.einsum("hqk,hkd->hqd", weights, v)

    def gradients(q, k, v, cotangent):
        out, pull = jax.vjp(attention, q, k, v)
        return out, *pull(cotangent)

    return {"grouped": jax.nn.dot_product_attention, "gradients": gradients}.get(kind, attention)


def in_torch(wrap, kind, heads, queries, keys, dtype):
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    @wrap
    def attention(q, k, v):
        if kind == "window":
            i, j = torch.arange(queries)[:, None], torch.arange(keys)
            return scaled_dot_product_attention(q[None], k[None], v[None], attn_mask=(j <= i) & (i - j < WINDOW))[0]
        return scaled_dot_product_attention(q[None], k[None], v[None], is_causal=kind == "causal")[0]

    def grouped(q, k, v):
        q, k, v = (a.transpose(1, 2) for a in (q, k, v))
        return scaled_dot_product_attention(q, k, v, enable_gqa=True).transpose(1, 2)

    def gradients(q, k, v, cotangent):
        inputs = [a.detach().requires_grad_() for a in (q, k, v)]
        out = attention(*inputs)
        return out.detach(), *torch.autograd.grad(out, inputs, cotangent)

    return {"grouped": wrap(grouped), "gradients": gradients}.get(kind, attention)


def cost(kind, heads, queries, keys, dtype):
    if queries == 1:
        return Cost(read=2 * 4 * heads * keys * FEATURES, written=4 * heads * FEATURES)
    pairs = heads * {"causal": queries * (queries + 1) // 2, "window": WINDOW * queries - WINDOW * (WINDOW - 1) // 2}.get(kind, queries * keys)
    # Attention has two products. The gradients have four more: one each for v, the weights, q and k.
    products = 6 if kind == "gradients" else 2
    return Cost(flops=2 * (products * FEATURES + EXP["float32"]) * pairs)
