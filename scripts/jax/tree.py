"""Takes JAX's tests out of a checkout or a git directory of jax-ml/jax."""
import os
import shutil
import subprocess

TAG = "jax-v0.10.2"
WANTED = ("tests", "conftest.py", "jax/_src/hypothesis_test_util.py")


def git(tree, *words):
    out = subprocess.run(["git", "-C", tree, *words], capture_output=True, check=False)
    return out.stdout if out.returncode == 0 else None


def extract(tree, folder, fail):
    """Writes the wanted files of the tag to `folder`, unless they are there. A file that the repository lacks is left
    out. `fail` ends the program with a message."""
    complete = os.path.join(folder, ".complete")
    if os.path.exists(complete):
        return
    listing = git(tree, "ls-tree", "-r", "--name-only", TAG, *WANTED)
    if not listing:
        fail(f"{tree} is no checkout or git directory of jax-ml/jax that has the tag {TAG}")
    shutil.rmtree(folder, ignore_errors=True)
    missing = 0
    for name in listing.decode().splitlines():
        contents = git(tree, "cat-file", "blob", f"{TAG}:{name}")
        if contents is None:
            missing += 1
            continue
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(contents)
    extra = os.path.join(folder, "extra")
    os.makedirs(extra)
    os.rename(os.path.join(folder, WANTED[2]), os.path.join(extra, "hypothesis_test_util.py"))
    shutil.rmtree(os.path.join(folder, "jax"))
    with open(complete, "w", encoding="utf-8") as file:
        file.write(f"{missing} files are missing\n")
