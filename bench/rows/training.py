"""Training steps of the networks of examples/fashion_mnist, each library in its own idiom with data of its own."""
from harness.row import BENCH

VARIANTS = {"train-mlp-128": ("mlp", 128), "train-cnn-64": ("cnn", 64)}


def commands(network, batch):
    words = [network, str(batch)]
    return {"lazuli": ["bench_train"] + words, "jax": [str(BENCH / "peers" / "train_jax.py")] + words,
            "torch": [str(BENCH / "peers" / "train_torch.py")] + words,
            "torch.compile": [str(BENCH / "peers" / "train_torch.py")] + words + ["--compile"]}
