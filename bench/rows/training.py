"""Training steps of the networks in examples/fashion_mnist, written in each library's own idiom with its own data."""
from harness.row import BENCH

VARIANTS = {"train-mlp-128": ("mlp", 128), "train-cnn-64": ("cnn", 64)}


def commands(network, batch):
    words = [network, str(batch)]
    return {"lazuli": ["bench_train"] + words, "jax": [str(BENCH / "peers" / "train_jax.py")] + words,
            "torch": [str(BENCH / "peers" / "train_torch.py")] + words,
            "torch.compile": [str(BENCH / "peers" / "train_torch.py")] + words + ["--compile"]}
