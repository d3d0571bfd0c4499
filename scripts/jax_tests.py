"""`lz jax-tests TREE [FILES]`: runs JAX's own tests on Lazuli and on JAX's built-in client, and writes docs/jax-tests.md.

TREE is a checkout or a git directory of jax-ml/jax. FILES are names such as lax or lax_test; `all` means each file of
the tree. A file that has a result of the same library is not run again."""
import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "jax"))
import page  # noqa: E402
import process  # noqa: E402
import tree as jax_tree  # noqa: E402

NUMERICS = ("lax lax_numpy lax_numpy_operators lax_numpy_reducers lax_numpy_indexing lax_numpy_einsum lax_numpy_ufuncs lax_control_flow "
            "lax_vmap lax_vmap_op lax_autodiff lax_scipy nn random random_lax linalg fft image scipy_signal jet ode").split()
SYSTEM = "api array core batching dtypes export checkify python_callback memories layout aot array_interoperability".split()


PACKAGES = ["jax==0.10.2", "numpy", "absl-py", "pytest<9", "hypothesis==6.142.0"]


def parse(arguments):
    parser = argparse.ArgumentParser(prog="lz jax-tests", description=__doc__)
    parser.add_argument("tree", metavar="TREE")
    parser.add_argument("files", metavar="FILES", nargs="*")
    parser.add_argument("--cases", type=int, default=1, help="generated cases of each test")
    parser.add_argument("--x64", action="store_true", help="JAX_ENABLE_X64")
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--platform", choices=["cpu", "lazuli"], help="run only this one")
    parser.add_argument("--jobs", type=int, default=2, help="files at a time")
    parser.add_argument("--preset", default="release", help="the build whose plugin is tested")
    parser.add_argument("--python", help="a Python that has JAX and the packages of its tests")
    parser.add_argument("--again", action="store_true", help="run files that have a result, too")
    return parser.parse_intermixed_args(arguments)


def files_of(names, folder):
    there = sorted(os.path.basename(path)[:-len("_test.py")] for path in glob.glob(os.path.join(folder, "tests", "*_test.py")))
    if names == ["all"]:
        return there, []
    names = [os.path.basename(name).removesuffix(".py").removesuffix("_test") for name in names]
    return names or NUMERICS + SYSTEM, [name for name in names if name not in there]


def digest(paths):
    whole = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            whole.update(file.read())
    return whole.hexdigest()[:16]


def title_of(options):
    words = ["one case of each test" if options["cases"] == 1 else f"{options['cases']} cases of each test"]
    words += ["64 bits"] if options["x64"] else []
    words += [f"{options['devices']} devices"] if options["devices"] > 1 else []
    return ", ".join(words)


class Session:
    def __init__(self, lz, options):
        self.options = options
        self.work = os.path.join(lz.ROOT, "build", "jax-tests")
        self.tree = os.path.join(self.work, "tree")
        lz.PYTHON_PACKAGES["jax-tests"] = PACKAGES
        self.python = options.python or lz.python_with("jax-tests", os.path.join(lz.ROOT, "build", "peers", "jax-tests"))
        build = lz.build_dir(options.preset)
        self.library = os.path.join(build, "bindings", "pjrt", "liblazuli_pjrt.so")
        self.package = os.path.join(lz.ROOT, "bindings", "pjrt", "python")
        libraries = [self.library, os.path.join(build, "capi", "liblazuli.so")]
        packages = sorted(glob.glob(os.path.join(self.package, "jax_plugins", "lazuli", "*.py")))
        self.versions = {"cpu": jax_tree.TAG, "lazuli": digest(libraries + packages)}
        self.lock = threading.Lock()

    def folder(self, platform):
        o = self.options
        name = f"cases-{o.cases}" + ("-x64" if o.x64 else "") + (f"-devices-{o.devices}" if o.devices > 1 else "")
        folder = os.path.join(self.work, "results", name, platform)
        os.makedirs(folder, exist_ok=True)
        settings = {"cases": o.cases, "x64": o.x64, "devices": o.devices}
        with open(os.path.join(os.path.dirname(folder), "settings.json"), "w", encoding="utf-8") as file:
            json.dump(settings, file)
        return folder

    def environment(self, platform):
        o = self.options
        env = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "XLA_"))}
        env |= {"JAX_NUM_GENERATED_CASES": str(o.cases), "JAX_ENABLE_X64": str(int(o.x64)), "JAX_NUM_CPU_DEVICES": str(o.devices)}
        if platform == "cpu":
            return env | {"JAX_PLATFORMS": "cpu"}
        env.setdefault("LAZULI_CACHE", "off")  # each process starts with nothing, as JAX's does
        return env | {"JAX_PLATFORMS": "lazuli,cpu", "LAZULI_DEVICES": str(o.devices), "LAZULI_PJRT_LIBRARY": self.library,
                      "PYTHONPATH": self.package}

    def is_known(self, platform, name):
        path = os.path.join(self.folder(platform), name + ".json")
        if self.options.again or not os.path.exists(path):
            return False
        with open(path, encoding="utf-8") as file:
            return json.load(file).get("version") == self.versions[platform]

    def run(self, platform, name):
        folder = self.folder(platform)
        result = process.run_file(self.python, self.tree, name, folder, self.environment(platform))
        checked(result, platform)
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(result | {"version": self.versions[platform]}, file)
        outcomes = [outcome for outcome, _ in result["tests"].values()]
        with self.lock:
            counts = ", ".join(f"{outcomes.count(o)} {o}" for o in ("passed", "failed", "skipped"))
            print(f"{name} on {platform}: {counts}, {result['seconds']:.0f} s {result['problem']}", flush=True)


def checked(result, platform):
    """If the tests did not run on the platform, none has passed."""
    wrong = ""
    if result["platform"] and result["platform"] != platform:
        wrong = f"the default platform was {result['platform']}"
    elif platform == "lazuli" and result["platform"] and result["runs"] <= 0:
        wrong = "no program ran on Lazuli"
    ran = [test for test, (outcome, _) in result["tests"].items() if outcome == "passed"]
    # A file in which every test is skipped has no reason to run a program.
    if wrong and ran:
        result["problem"] = wrong
        result["tests"] |= {test: ["failed", wrong] for test in ran}


def results_of(folder):
    results = {"lazuli": {}, "cpu": {}}
    for platform, files in results.items():
        for path in sorted(glob.glob(os.path.join(folder, platform, "*.json"))):
            with open(path, encoding="utf-8") as file:
                files[os.path.basename(path)[:-len(".json")]] = json.load(file)
    return results


def write_page(lz, work):
    sections = []
    for folder in sorted(glob.glob(os.path.join(work, "results", "*"))):
        results = results_of(folder)
        if results["lazuli"]:
            with open(os.path.join(folder, "settings.json"), encoding="utf-8") as file:
                sections.append((title_of(json.load(file)), results))
    rest = sorted({name for _, results in sections for name in results["lazuli"]} - set(NUMERICS + SYSTEM))
    groups = [("numerics", NUMERICS), ("system", SYSTEM), ("other files", rest)]
    page.write(os.path.join(lz.ROOT, "docs", "jax-tests.md"), jax_tree.TAG, sections, groups)


def main(lz, arguments):
    """`lz` is the front door (scripts/lz)."""
    options = parse(arguments)
    lz.setup(extra=["python3-venv"])
    lz.build(options.preset, ["lazuli", "lazuli_pjrt"])
    session = Session(lz, options)
    jax_tree.extract(os.path.abspath(options.tree), session.tree, lz.fail)
    names, unknown = files_of(options.files, session.tree)
    if unknown:
        lz.fail(f"the tree has no tests/{unknown[0]}_test.py")
    platforms = [options.platform] if options.platform else ["lazuli", "cpu"]
    work = [(platform, name) for name in names for platform in platforms if not session.is_known(platform, name)]
    lz.say(f"{len(work)} runs of files, {len(names) * len(platforms) - len(work)} have a result")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in [pool.submit(session.run, *item) for item in work]:
            future.result()
    write_page(lz, session.work)
    lz.say("wrote docs/jax-tests.md")
