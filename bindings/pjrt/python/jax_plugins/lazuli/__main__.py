"""Prints the library that JAX loads, and the features that are registered."""
import jax

from . import features, library_path


def main():
    print("library:", library_path())
    print("JAX:", jax.__version__)
    devices = jax.devices("lazuli")
    print("devices:", ", ".join(str(device) for device in devices), "of", devices[0].client.platform_version)
    for name, missing in features.items():
        print(f"  {name}: {missing or 'registered'}")


if __name__ == "__main__":
    main()
