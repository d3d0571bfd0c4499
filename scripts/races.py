"""`lz races`: runs programs in which threads meet in the library and its compiler, with the thread sanitizer. CI
runs programs without a compiler with the thread sanitizer."""

# Targets, each a test of its name.
THREADED = [
    "capi_callbacks_c", "capi_caller_threads_c", "capi_cancel_c", "capi_disk_cache_c", "capi_events_c", "capi_float_mode_c",
    "capi_host_threads_c", "capi_lazy_all_reduce_c", "capi_lazy_barriers_c", "capi_lazy_devices_c", "capi_stress_c", "crossings",
]


def main(lz, patterns):
    """`lz` is the front door (scripts/lz). If there are patterns, a test's name must contain one of them."""
    names = [name for name in THREADED if not patterns or any(pattern in name for pattern in patterns)]
    if not names:
        lz.fail(f"no program of threads is called {' or '.join(patterns)}; there are: {', '.join(THREADED)}")
    lz.setup()
    lz.build("tsan-full", names)
    lz.ctest("tsan-full", ["-R", f"^({'|'.join(names)})$"])
