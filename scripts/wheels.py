"""Makes two Python wheels of a release, in build/wheels: `lazuli` has the library, and `lazuli-jax` has the plugin for JAX.

  lz wheels          make the wheels, and print their sizes and contents
  lz wheels --try    then install them into a new virtual environment, with JAX, and run a program there

The wheels need a Linux system whose C library is at least as new as that of this machine; their names say so.
"""
import glob
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile

# What a user writes first. It must run on Lazuli and not on JAX's own client.
PROGRAM = """
import jax, jax.numpy as jnp
x = jnp.linspace(0.0, 1.0, 5)
print(jax.devices(), jax.jit(lambda x: jnp.sin(x) @ jnp.cos(x))(x), jnp.linalg.eigh(jnp.eye(3) + 1)[0])
assert jax.default_backend() == "lazuli"
"""


def platform_tag():
    """Names the oldest C library that the wheels run with: that of this machine."""
    name, version = platform.libc_ver()
    if name != "glibc":
        raise SystemExit(f"lz: wheels are made with glibc, and this machine has '{name}'")
    return f"manylinux_{version.replace('.', '_')}_{platform.machine()}"


def needed_libraries(library, prefix):
    """The paths of all libraries with this prefix that `library` needs, those that its libraries need included."""
    out = subprocess.run(["ldd", library], capture_output=True, text=True, check=True).stdout
    return [path for name, path in re.findall(r"(\S+) => (\S+)", out) if name.startswith(prefix)]


def copy_library(lz, source, target, runpath):
    """Copies a library without its symbol table. It finds the libraries that it needs by `runpath`."""
    shutil.copyfile(source, target)
    lz.run(["strip", "--strip-unneeded", target])
    lz.run(["patchelf", "--set-rpath", runpath, target])


def copy_licenses(lz, project):
    for name in ("LICENSE", "THIRD-PARTY-NOTICES"):
        shutil.copy(os.path.join(lz.ROOT, name), project)


def stage_library(lz, folder):
    project = os.path.join(folder, "lazuli")
    shutil.copytree(os.path.join(lz.ROOT, "bindings", "wheel"), project)
    copy_licenses(lz, project)
    package = os.path.join(project, "lazuli")
    shutil.copytree(os.path.join(lz.ROOT, "include", "lazuli"), os.path.join(package, "include", "lazuli"))
    os.makedirs(os.path.join(package, "lib"))
    library = os.path.join(lz.build_dir("release"), "capi", "liblazuli.so.1")
    for path in [library] + needed_libraries(library, "libabsl_"):
        copy_library(lz, path, os.path.join(package, "lib", os.path.basename(path)), "$ORIGIN")
    return project


def stage_plugin(lz, folder):
    project = os.path.join(folder, "lazuli-jax")
    shutil.copytree(os.path.join(lz.ROOT, "bindings", "pjrt", "python"), project, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    copy_licenses(lz, project)
    # In the sources, the package does not depend on the wheel of the library, because there LAZULI_PJRT_LIBRARY names the plugin.
    path = os.path.join(project, "pyproject.toml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    version = re.search(r'^version = "(.*)"$', text, re.M).group(1)
    depending = text.replace('dependencies = ["jax"]', f'dependencies = ["jax", "lazuli=={version}"]')
    if depending == text:
        lz.fail(f"{path} does not have the line 'dependencies = [\"jax\"]'")
    with open(path, "w", encoding="utf-8") as file:
        file.write(depending)
    plugin = os.path.join(lz.build_dir("release"), "bindings", "pjrt", "liblazuli_pjrt.so")
    copy_library(lz, plugin, os.path.join(project, "jax_plugins", "lazuli", "liblazuli_pjrt.so"), "$ORIGIN/../../lazuli/lib")
    return project


def show(lz, path):
    with zipfile.ZipFile(path) as wheel:
        files = wheel.infolist()
        size = sum(file.file_size for file in files)
        print(f"\n{os.path.relpath(path, lz.ROOT)}: {os.path.getsize(path) / 1e6:.2f} MB, {size / 1e6:.1f} MB installed")
        print("\n".join(f"{file.file_size:>12,} {file.filename}" for file in files), flush=True)


def try_wheels(lz, wheels):
    venv = os.path.join(lz.ROOT, "build", "wheels", "venv")
    shutil.rmtree(venv, ignore_errors=True)
    lz.run([sys.executable, "-m", "venv", venv])
    python = os.path.join(venv, "bin", "python")
    lz.run([python, "-m", "pip", "install", "-q"] + wheels + lz.PYTHON_PACKAGES["jax"][:1])
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LAZULI_", "JAX_", "LD_LIBRARY"))}
    lz.run([python, "-c", PROGRAM], env=env)
    lz.run([python, "-m", "jax_plugins.lazuli"], env=env)


def main(lz, arguments):
    if arguments not in ([], ["--try"]):
        lz.fail(f"wheels takes --try or nothing\n{__doc__}")
    lz.setup(["patchelf", "python3-venv"])
    lz.build("release", ["lazuli", "lazuli_pjrt"])
    python = lz.python_with("wheels", os.path.join(lz.ROOT, "build", "peers", "wheels"))
    folder = os.path.join(lz.ROOT, "build", "wheels")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for stage in (stage_library, stage_plugin):
        project = stage(lz, os.path.join(folder, "staged"))
        lz.run([python, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, project])
    for path in glob.glob(os.path.join(folder, "*.whl")):
        lz.run([python, "-m", "wheel", "tags", "--remove", "--platform-tag", platform_tag(), path], stdout=subprocess.DEVNULL)
    wheels = sorted(glob.glob(os.path.join(folder, "*.whl")))
    for path in wheels:
        show(lz, path)
    if arguments:
        try_wheels(lz, wheels)
