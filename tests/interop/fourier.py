"""Fourier transforms."""

import jax
import jax.numpy as jnp

from cases import LONG, c64, case, f32


@case(c64(3, 16), c64(30, seed=1), c64(2, 101, seed=2), tolerance=2e-5)
def fourier(x, y, z):
    return [f(v) for v in (x, y, z) for f in (jnp.fft.fft, jnp.fft.ifft)]


@case(f32(3, 16), f32(45, seed=1), f32(2, 101, seed=2), c64(4, 9, seed=3), tolerance=2e-5)
def fourier_of_real_numbers(x, y, z, h):
    return (jnp.fft.rfft(x), jnp.fft.rfft(y), jnp.fft.rfft(z), jnp.fft.irfft(h), jnp.fft.irfft(h, 17), jnp.fft.fft(y),
            jnp.fft.hfft(h), jnp.fft.ihfft(x))


@case(c64(3, 6, 10), f32(4, 5, 6, seed=1), c64(4, 5, 4, seed=2), tolerance=2e-5)
def fourier_of_several_dimensions(x, r, h):
    return (jnp.fft.fft2(x), jnp.fft.ifft2(x), jnp.fft.fftn(x), jnp.fft.ifftn(x), jnp.fft.rfft2(r), jnp.fft.rfftn(r),
            jnp.fft.irfft2(h), jnp.fft.irfftn(h, (4, 5, 7)), jnp.fft.fftn(x, axes=(0, 1)), jnp.fft.fft(x, axis=0))


@case(c64(5, 12), f32(12), tolerance=2e-5)
def fourier_cut_and_continued(x, r):
    return (jnp.fft.fft(x, 7), jnp.fft.fft(x, 20), jnp.fft.rfft(r, 31), jnp.fft.fft(x, norm="ortho"),
            jnp.fft.ifft(x, norm="forward"), jnp.fft.fftshift(jnp.fft.fft(x), axes=1), jnp.fft.rfftfreq(12),
            jax.vmap(lambda row: jnp.fft.ifft(row)[::2])(x))


@case(f32(3, 200), f32(3, 31, seed=1), tolerance=LONG)
def fourier_in_programs(x, y):
    spectrum = jnp.fft.rfft(x - x.mean(axis=1, keepdims=True))
    return (jax.scipy.signal.fftconvolve(x[0], y[0]), jax.scipy.fft.dct(x), jax.scipy.fft.idctn(y),
            jnp.abs(spectrum) ** 2, jnp.fft.irfft(spectrum * jnp.exp(-jnp.arange(101.0) / 10), 200),
            jax.scipy.signal.stft(x[1], nperseg=32)[2])


@case(c64(4, 12), f32(3, 15, seed=1), c64(2, 3, 5, seed=2), tolerance=LONG)
def fourier_gradients(x, r, h):
    def weighed(z):
        return (z.real * jnp.cos(jnp.arange(z.size)).reshape(z.shape)).sum() + (jnp.abs(z) ** 2).sum()

    return (jax.grad(lambda x: weighed(jnp.fft.fft(x)))(x), jax.grad(lambda x: weighed(jnp.fft.ifft2(x)))(x),
            jax.grad(lambda r: weighed(jnp.fft.rfft2(r)))(r), jax.grad(lambda h: weighed(jnp.fft.irfft(h)))(h),
            jax.grad(lambda h: weighed(jnp.fft.irfftn(h)))(h))
