"""Functions of jax.scipy and jax.image."""

import jax
import jax.numpy as jnp
import jax.scipy as jsp

from cases import LONG, case, f32, i32

special, stats = jsp.special, jsp.stats
P = f32(16, low=0.05, high=0.95)
X = f32(16)
A = f32(16, seed=1, low=0.3, high=4.0)


# --- special -----------------------------------------------------------------------------------------------

@case(X, P, tolerance=2e-5)
def special_erf(x, p):
    return special.erf(x), special.erfc(x), special.erfinv(p), special.ndtr(x), special.log_ndtr(x * 4), special.ndtri(p), special.log_ndtr(x - 8)


@case(X, P, A, tolerance=5e-5)
def special_gamma(x, p, a):
    return (special.gamma(a), special.gammaln(x), special.gammasgn(x), special.digamma(a), special.gammainc(a, p * 3),
            special.gammaincc(a, p * 3), special.beta(a, p), special.betaln(a, p),
            special.poch(a, p), special.multigammaln(a + 3, 2), special.factorial(jnp.arange(9.0)))


@case(X, P, A, tolerance=LONG)
def special_betainc(x, p, a):
    return special.betainc(a, a[::-1], p), special.zeta(a + 1, p), special.polygamma(2, a), special.comb(a, p)


@case(X, P, A)
def special_entropy(x, p, a):
    return (special.entr(p), special.rel_entr(p, a), special.kl_div(p, a), special.xlogy(x * 0, p), special.xlog1py(a, p),
            special.logit(p), special.expit(x), special.log_softmax(x), special.softmax(x),
            special.logsumexp(x, b=a), special.logsumexp(x, return_sign=True, b=x))


@case(X, A, tolerance=5e-5)
def special_bessel(x, a):
    return special.i0(x), special.i0e(x), special.i1(x), special.i1e(x), special.bessel_jn(a, v=3, n_iter=30)


@case(A, X, tolerance=LONG)
def special_integrals(a, x):
    return special.exp1(a), special.expi(a), special.expn(2, a), special.spence(a), special.sici(a)


@case(f32(9, low=0.3, high=0.9), tolerance=LONG)
def special_hypergeometric(x):
    return special.hyp1f1(1.5, 2.5, x), special.hyp2f1(0.5, 1.5, 2.5, x * 0.5), special.bernoulli(6), special.fresnel(x)


@case(X, A, tolerance=LONG)
def special_gradients(x, a):
    functions = (special.gammaln, special.digamma, special.erf, special.i0e, special.ndtr, special.entr, special.log_ndtr,
                 special.expit)
    return [jax.grad(lambda v, f=f: f(v).sum())(a) for f in functions]


# --- stats -------------------------------------------------------------------------------------------------

@case(X, P, A, tolerance=5e-5)
def stats_normal(x, p, a):
    functions = [getattr(stats.norm, name) for name in ("pdf", "logpdf", "cdf", "logcdf", "sf", "logsf")]
    return [f(x, p, a) for f in functions], stats.norm.ppf(p), stats.truncnorm.logpdf(x / 4, -1.0, 1.0)


@case(X, P, A, tolerance=LONG)
def stats_continuous(x, p, a):
    return (stats.beta.logpdf(p, a, a[::-1]), stats.beta.cdf(p, a, a[::-1]), stats.gamma.logpdf(a, a),
            stats.gamma.cdf(a, p), stats.chi2.logpdf(a, 3.0), stats.chi2.sf(a, 3.0), stats.t.logpdf(x, a),
            stats.cauchy.cdf(x), stats.cauchy.ppf(p), stats.laplace.cdf(x), stats.logistic.cdf(x), stats.logistic.ppf(p),
            stats.expon.logpdf(a), stats.uniform.cdf(x), stats.pareto.logpdf(a + 1, 2.0),
            stats.gumbel_r.logpdf(x), stats.vonmises.logpdf(x, a), stats.wrapcauchy.logpdf(a, p),
            stats.gennorm.logpdf(x, a), stats.dirichlet.logpdf(p[:3] / p[:3].sum(), a[:3]))


@case(i32(12, high=9), f32(12, low=0.1, high=0.9), tolerance=5e-5)
def stats_discrete(k, p):
    return (stats.bernoulli.logpmf(k % 2, p), stats.binom.logpmf(k, 9, p), stats.poisson.logpmf(k, p * 5),
            stats.poisson.cdf(k, p * 5), stats.geom.logpmf(k + 1, p), stats.nbinom.logpmf(k, 4, p),
            stats.betabinom.logpmf(k, 9, p + 1, p + 2), stats.multinomial.logpmf(k[:3], k[:3].sum(), p[:3] / p[:3].sum()))


@case(f32(4, 9), i32(4, 9, high=4), tolerance=LONG)
def stats_of_samples(x, i):
    return stats.rankdata(i, axis=1), stats.sem(x), stats.mode(i, axis=1), stats.gaussian_kde(x[0])(x[1])


# --- signal, ndimage, interpolate, integrate, cluster --------------------------------------------------------

@case(f32(40), f32(7, seed=1), tolerance=LONG)
def signal_convolve(x, k):
    return [jsp.signal.convolve(x, k, mode=m) for m in ("full", "same", "valid")] + [jsp.signal.correlate(x, k,
            mode="same"), jsp.signal.fftconvolve(x, k, "same")]


@case(f32(8, 9), f32(3, 4, seed=1), tolerance=LONG)
def signal_convolve2d(x, k):
    return jsp.signal.convolve2d(x, k), jsp.signal.convolve2d(x, k, mode="same"), jsp.signal.correlate2d(x, k, mode="valid")


@case(f32(2, 128), tolerance=LONG)
def signal_spectra(x):
    return jsp.signal.welch(x, nperseg=32)[1], jsp.signal.csd(x[0], x[1], nperseg=32)[1], jsp.signal.detrend(x,
            type="constant"), jsp.signal.stft(x, nperseg=16)[2]


@case(f32(3, 48), tolerance=LONG)
def signal_inverse_stft(x):
    return jsp.signal.istft(jsp.signal.stft(x, nperseg=16)[2], nperseg=16)[1]


@case(f32(7, 8), f32(2, 12, seed=1, low=-1, high=8))
def ndimage_coordinates(x, at):
    return [jsp.ndimage.map_coordinates(x, at, order=o, mode=m) for o in (0, 1) for m in ("constant", "nearest", "wrap",
            "mirror", "reflect")]


@case(f32(5, 6), f32(9, 2, seed=1, low=0, high=1))
def interpolated_grids(x, at):
    grid = (jnp.linspace(0, 1, 5), jnp.linspace(0, 1, 6))
    return [jsp.interpolate.RegularGridInterpolator(grid, x, method=m)(at) for m in ("linear", "nearest")]


@case(f32(4, 9), f32(6, 3, seed=1), f32(2, 3, seed=2), tolerance=LONG)
def integrate_and_cluster(x, points, codes):
    return jsp.integrate.trapezoid(x, dx=0.2), *jsp.cluster.vq.vq(points,
            codes), jsp.fft.dct(x), jsp.fft.idct(x), jsp.fft.dctn(x)


@case(f32(1, 6, 7, 2), tolerance=LONG)
def image_resize(x):
    return [jax.image.resize(x, (1, 9, 5, 2), m) for m in ("nearest", "linear", "cubic", "lanczos3", "lanczos5")] + [
        jax.image.scale_and_translate(x, (1, 8, 8, 2), (1, 2), jnp.array([1.3, 0.9]), jnp.array([0.2, -0.4]), "linear"),
        jax.image.resize(x, (1, 3, 3, 2), "linear", antialias=False)]


@case(f32(1, 6, 7, 2), tolerance=LONG)
def image_gradients(x):
    return jax.grad(lambda v: (jax.image.resize(v, (1, 9, 5, 2), "bilinear") ** 2).sum())(x)
