"""Behaviours of programs that call Python, and of tokens, which keep such calls in order."""
import numpy as np

from helpers import expect, has_callbacks


def callbacks():
    import jax
    import jax.numpy as jnp
    from jax.experimental import io_callback
    if not has_callbacks():
        return
    seen = []

    def program(x):
        io_callback(lambda v: seen.append(float(v)), None, x + 1)
        return jax.pure_callback(lambda v: np.asarray(v) * 3, jax.ShapeDtypeStruct((), jnp.float32), x)

    assert float(jax.jit(program)(1.0)) == 3
    jax.effects_barrier()
    assert seen == [2]


def ordered_callbacks():
    import jax
    import jax.numpy as jnp
    from jax.experimental import io_callback
    if not has_callbacks():
        return
    seen = []

    def program(x):
        io_callback(lambda v: seen.append(int(v)), None, x, ordered=True)
        io_callback(lambda v: seen.append(int(v) + 100), None, x, ordered=True)
        return x + 1

    ordered = jax.jit(program)
    for i in range(10):
        assert int(ordered(i)) == i + 1
    jax.effects_barrier()
    assert seen == [n for i in range(10) for n in (i, i + 100)], seen
    compiled = ordered.lower(jnp.int32(0)).compile()
    assert int(compiled(jnp.int32(5))) == 6
    jax.jit(lambda x: io_callback(lambda v: seen.append(int(v)), None, x, ordered=True))(-1)
    jax.effects_barrier()
    assert seen[-3:] == [5, 105, -1], seen

    def fails(v):
        raise ValueError("not in order")

    def raising():
        jax.jit(lambda x: (io_callback(fails, None, x, ordered=True), x + 1)[1])(1).block_until_ready()
        jax.effects_barrier()

    expect(RuntimeError, "not in order", raising)
    jax._src.dispatch.runtime_tokens.clear()


def tokens_as_values():
    import jax
    import jax.numpy as jnp
    token = jax.jit(lambda t: t)(jax.lax.create_token())
    token.block_until_ready()
    _, x = jax.jit(lambda t, x: (t, x + 1))(token, jnp.float32(1))
    assert float(x) == 2


def lines_that_move():
    """A program whose lines have moved is the same program, and its errors name the new lines."""
    import jax
    import jax.numpy as jnp
    if not has_callbacks():
        return
    text = "def f(x):\n  y = x * 2\n  return jax.pure_callback(callback, jax.ShapeDtypeStruct((3,), jnp.float32), y)\n"

    def callback(v):
        if v[0] == 0:
            raise ValueError("it is zero")
        return np.asarray(v)

    for lines in (0, 7):
        names = {"jax": jax, "jnp": jnp, "callback": callback}
        exec(compile("\n" * lines + text, "moved.py", "exec"), names)
        f = jax.jit(names["f"])
        assert f(jnp.ones(3)).tolist() == [2, 2, 2]
        expect(RuntimeError, "it is zero", lambda: f(jnp.zeros(3)).block_until_ready())
