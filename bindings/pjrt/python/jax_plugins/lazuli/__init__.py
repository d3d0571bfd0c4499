"""Makes Lazuli a platform of JAX.

JAX finds this package by its entry point and calls initialize(). `python -m jax_plugins.lazuli` prints what is
registered."""
import os
import warnings

PLATFORM = "lazuli"
LIBRARY = "liblazuli_pjrt.so"

# What initialize() has registered: the name of each feature, and "" or why it is missing.
features = {}


def library_path():
    """The plugin's library: the file that LAZULI_PJRT_LIBRARY names, or else the one beside this file."""
    path = os.environ.get("LAZULI_PJRT_LIBRARY") or os.path.join(os.path.dirname(os.path.abspath(__file__)), LIBRARY)
    if not os.path.exists(path):
        raise FileNotFoundError(f"{path} does not exist; set LAZULI_PJRT_LIBRARY to the path of {LIBRARY}")
    return path


def run_count():
    """The number of runs of programs on Lazuli in this process."""
    from . import callbacks
    return callbacks.run_count.value


def add_feature(name, register):
    """Registers one feature. It may use private parts of JAX, so a failure costs this feature and a warning."""
    try:
        register()
        features[name] = ""
    except Exception as error:  # whatever a changed JAX raises
        features[name] = f"{type(error).__name__}: {error}"
        warnings.warn(f"Lazuli cannot offer '{name}' to this version of JAX: {features[name]}", stacklevel=2)


def initialize():
    from jax._src import xla_bridge

    from . import callbacks, lowerings
    try:
        path = library_path()
    except FileNotFoundError as error:
        warnings.warn(f"JAX cannot use Lazuli: {error}", stacklevel=2)
        return
    xla_bridge.register_plugin(PLATFORM, priority=50, library_path=path, options=callbacks.client_options)
    add_feature("donation", lowerings.register_donation)
    for name in lowerings.CPU_RULES:
        add_feature(name, lambda name=name: lowerings.copy_cpu_rule(name))
    add_feature("python callbacks", callbacks.register)
