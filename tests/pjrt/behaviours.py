"""What JAX must do on Lazuli. Each function is a behaviour. behaviours_run.py runs each in a process of its own."""
import gc
import os
import threading
import warnings
import weakref

import numpy as np

from calls import callbacks, lines_that_move, ordered_callbacks, tokens_as_values
from helpers import expect, has_callbacks, has_cpu, resident, same


def device_of_platform():
    import jax
    assert jax.devices()[0].platform == "lazuli", jax.devices()
    before = jax.devices()[0]
    jax.clear_caches()
    from jax._src import xla_bridge
    xla_bridge._clear_backends()
    assert jax.devices()[0].id == before.id
    assert float(jax.numpy.ones(3).sum()) == 3


def prints():
    import jax.numpy as jnp
    assert str(jnp.ones((3,)) + 1) == "[2. 2. 2.]"


def arrays_come_back():
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_enable_x64", True)
    for name in ("bool", "int8", "uint8", "int32", "int64", "uint64", "float16", "bfloat16", "float32", "float64", "complex64",
                 "complex128", "float8_e4m3fn", "float8_e5m2", "int4", "uint4"):
        a = np.arange(12).reshape(3, 4).astype(jnp.dtype(name))
        for view in (a, a.T, a[::-1], a[:, ::-2], np.broadcast_to(a[0], (3, 4)), a[:0], a[1, 1]):
            back = np.asarray(jnp.asarray(view))
            assert back.dtype == view.dtype and back.shape == view.shape, (name, view.shape)
            assert (np.asarray(back, np.complex128) == np.asarray(view, np.complex128)).all(), (name, view.strides)


def source_is_free():
    import jax.numpy as jnp

    class Source(np.ndarray):
        pass

    a = np.arange(1000.0, dtype=np.float32).view(Source)
    x = jnp.array(a)
    a[:] = 7
    assert float(x[5]) == 5
    gone = weakref.ref(a)
    del a, x
    gc.collect()
    assert gone() is None


def views_survive():
    import jax.numpy as jnp
    x = jnp.arange(5.0) * 2
    view = np.asarray(x)
    y = jnp.arange(5.0) * 3
    other = np.asarray(y)
    y.delete()
    del x
    gc.collect()
    assert view.tolist() == [0, 2, 4, 6, 8] and other.tolist() == [0, 3, 6, 9, 12]


def deleted_is_an_error():
    import jax.numpy as jnp
    x = jnp.arange(5.0)
    x.delete()
    x.delete()
    expect(RuntimeError, "deleted", lambda: x + 1)


def donation_reuses_memory():
    import jax
    import jax.numpy as jnp
    step = jax.jit(lambda a: a + 1, donate_argnums=0)
    x = jnp.zeros(1000)
    place = x.unsafe_buffer_pointer()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        y = step(x)
    assert x.is_deleted() and y.unsafe_buffer_pointer() == place and float(y[0]) == 1
    view = np.asarray(y)
    z = step(y)
    assert y.is_deleted() and view[0] == 1 and float(z[0]) == 2


def donated_and_used():
    import jax
    import jax.numpy as jnp
    x = jnp.ones(4)
    try:
        result = jax.jit(lambda a, b: a + b, donate_argnums=0)(x, x)
        assert result.tolist() == [2, 2, 2, 2]
    except (RuntimeError, ValueError) as error:
        assert "donate" in str(error)


def unknown_call():
    import jax
    import jax.numpy as jnp
    call = jax.ffi.ffi_call("no_such_call", jax.ShapeDtypeStruct((3,), jnp.float32))
    expect(RuntimeError, "no_such_call", lambda: jax.jit(call)(jnp.ones(3)))
    assert float((jnp.ones(3) + 1).sum()) == 6


def compiler_options():
    import jax
    import jax.numpy as jnp
    f = jax.jit(lambda a: a + 1).lower(jnp.ones(3))
    expect(RuntimeError, "no_such_option", lambda: f.compile(compiler_options={"no_such_option": "1"}))
    assert f.compile(compiler_options={"lazuli_numerics": "strict"})(jnp.ones(3)).tolist() == [2, 2, 2]


def out_of_memory():
    import jax
    import jax.numpy as jnp
    expect(RuntimeError, "RESOURCE_EXHAUSTED", lambda: jax.block_until_ready(jnp.ones((1 << 20, 1 << 20)) * 2))
    assert float(jnp.ones(3).sum()) == 3


def random_bits():
    import jax
    same(lambda: jax.random.bits(jax.random.key(0), (1000,)))
    assert jax.random.key_data(jax.random.key(0)).tolist() == [0, 0]
    assert jax.random.key_data(jax.random.key(7)).tolist() == [0, 7]
    same(lambda: jax.random.normal(jax.random.key(3), (1000,)), 1e-6)


def empty_constants():
    import jax
    same(lambda: jax.jit(lambda x: jax.numpy.concatenate([x, np.zeros(0, np.float32)]))(np.ones(3, np.float32)))


def control_flow():
    from jax import lax
    import jax
    same(lambda: lax.fori_loop(0, 5, lambda i, c: c + i, 0))
    same(lambda: lax.fori_loop(3, 3, lambda i, c: c + i, 9))
    same(lambda: lax.scan(lambda c, x: (c + x, c * x), 1.0, np.arange(4.0, dtype=np.float32))[1])
    same(lambda: lax.while_loop(lambda c: c < 100, lambda c: lax.cond(c % 2 == 0, lambda v: v + 3, lambda v: v * 2, c), 1))
    same(lambda: lax.switch(2, [lambda: 1, lambda: 2, lambda: 3]))
    same(lambda: jax.vmap(lambda n: lax.while_loop(lambda c: c < n, lambda c: c + 2, 0))(np.arange(5)))


def sorting():
    from jax import lax
    import jax.numpy as jnp
    a = np.array([3, np.nan, -0.0, 0.0, 5, 3, -np.inf], np.float32)
    same(lambda: jnp.sort(a))
    same(lambda: jnp.argsort(a))
    same(lambda: lax.top_k(a, 3))
    same(lambda: lax.sort((np.array([2, 1, 2, 1]), np.arange(4)), num_keys=1))


def linear_algebra():
    import jax.numpy as jnp
    a = np.random.RandomState(0).randn(5, 5).astype(np.float32)
    s = a @ a.T + 5 * np.eye(5, dtype=np.float32)
    for f in (jnp.linalg.cholesky, jnp.linalg.det, jnp.linalg.inv, jnp.linalg.eigvalsh,
              lambda m: jnp.linalg.svd(m, compute_uv=False), lambda m: jnp.linalg.solve(m, m[0])):
        same(lambda f=f: f(s), 1e-3)
    q, r = jnp.linalg.qr(a)
    assert np.allclose(q @ r, a, atol=1e-4)
    w, v = jnp.linalg.eig(a)
    assert np.allclose(a @ v, v * w, atol=1e-3)
    w, v = jnp.linalg.eigh(s)
    assert np.allclose(s @ v, v * w, atol=1e-3)


def gradients():
    import jax
    import jax.numpy as jnp
    w = np.random.RandomState(0).randn(8, 8).astype(np.float32)
    x = np.random.RandomState(1).randn(4, 8).astype(np.float32)
    loss = lambda w, x: jnp.sum(jnp.tanh(jax.nn.relu(x @ w) @ w) ** 2)
    same(lambda: jax.grad(loss)(w, x), 1e-4)
    same(lambda: jax.jvp(lambda w: loss(w, x), (w,), (w,))[1], 1e-4)
    same(lambda: jax.vmap(jax.grad(loss), (None, 0))(w, x), 1e-4)
    image, kernel = np.ones((1, 3, 8, 8), np.float32), np.ones((4, 3, 3, 3), np.float32)
    same(lambda: jax.grad(lambda k: jnp.sum(jax.lax.conv(image, k, (1, 1), "SAME") ** 2))(kernel), 1e-4)


def errors_come_late():
    import jax
    import jax.numpy as jnp
    x = jnp.ones(3)
    assert jax.block_until_ready(x + 1).is_ready()
    if not has_callbacks():
        return

    def fail(_):
        raise ValueError("mine")

    expect(RuntimeError, "mine", lambda: jax.block_until_ready(
        jax.jit(lambda v: jax.pure_callback(fail, jax.ShapeDtypeStruct((3,), jnp.float32), v) * 2)(x)))
    assert float((x + 1).sum()) == 6


def threads():
    import jax
    import jax.numpy as jnp
    f = jax.jit(lambda a, b: jnp.tanh(a) @ b)
    a = jnp.ones((32, 32))
    expected, wrong = np.asarray(f(a, a)), []

    def work():
        for _ in range(200):
            if not (np.asarray(f(a, a)) == expected).all():
                wrong.append(1)

    workers = [threading.Thread(target=work) for _ in range(8)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    assert not wrong


def memory_is_flat():
    import jax
    import jax.numpy as jnp
    f = jax.jit(lambda a: a * 2 + 1)
    x = jnp.ones(1000)

    def run(count):
        for _ in range(count):
            f(x)

    run(2000)
    before = resident()
    run(10000)
    assert resident() - before < 8 << 20, resident() - before


def compiles_start_no_threads():
    import jax
    import jax.numpy as jnp
    x = jnp.ones(3)
    jax.jit(lambda a: a + 1)(x)
    before = threading.active_count(), len(os.listdir("/proc/self/task"))
    for i in range(100):
        jax.jit(lambda a, i=i: a * i + 1)(x)
    assert len(os.listdir("/proc/self/task")) <= before[1] + 1


def facts_of_programs():
    import jax
    import jax.numpy as jnp
    compiled = jax.jit(lambda a: a @ a).lower(jnp.ones((4, 4))).compile()
    assert compiled.as_text()
    assert compiled.cost_analysis()["flops"] > 0
    assert compiled.memory_analysis().argument_size_in_bytes == 64
    assert compiled.output_formats is not None and compiled.input_formats is not None


def two_devices():
    os.environ["LAZULI_DEVICES"] = "2"
    import jax
    import jax.numpy as jnp
    first, second = jax.devices()
    x = jax.device_put(np.arange(3.0, dtype=np.float32), second)
    assert (x + 1).devices() == {second} and (x + 1).tolist() == [1, 2, 3]
    assert jax.device_put(x, first).devices() == {first}
    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("i",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i"))
    y = jax.device_put(np.arange(4.0, dtype=np.float32), sharding)
    assert [shard.data.tolist() for shard in y.addressable_shards] == [[0, 1], [2, 3]]
    expect(RuntimeError, "UNIMPLEMENTED", lambda: jax.block_until_ready(y + jnp.float32(1)))


def beside_the_cpu():
    import jax
    import jax.numpy as jnp
    if not has_cpu():
        return
    x = jnp.arange(4.0)
    cpu = jax.devices("cpu")[0]
    y = jax.device_put(x, cpu)
    assert y.devices() == {cpu} and (y + 1).tolist() == [1, 2, 3, 4]
    assert jax.device_put(y, jax.devices()[0]).tolist() == x.tolist()


def memory_kinds():
    import jax
    import jax.numpy as jnp
    device = jax.devices()[0]
    assert [memory.kind for memory in device.addressable_memories()] == ["device", "pinned_host", "unpinned_host"]
    host = jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host")
    x = jax.device_put(jnp.arange(3.0), host)
    assert x.sharding.memory_kind == "pinned_host" and x.tolist() == [0, 1, 2]


BEHAVIOURS = [device_of_platform, prints, arrays_come_back, source_is_free, views_survive, deleted_is_an_error,
              donation_reuses_memory, donated_and_used, unknown_call, compiler_options, out_of_memory, random_bits, empty_constants, control_flow,
              sorting, linear_algebra, gradients, errors_come_late, threads, memory_is_flat, compiles_start_no_threads,
              facts_of_programs, two_devices, beside_the_cpu, memory_kinds, callbacks,
              ordered_callbacks, tokens_as_values, lines_that_move]
