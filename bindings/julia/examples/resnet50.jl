# The forward pass of ResNet-50 with random weights, as one program.
#
#   julia --project=.. resnet50.jl [BATCH]
include("layers.jl")
using Lazuli.Compiler: @lazuli, @compile, @code_hlo
using Printf

"relu(f(x) + projection(x)). The projection brings x to the size of f(x), or is `identity`."
struct Residual{F,P}
    path::F
    projection::P
end
(r::Residual)(x) = relu.(r.path(x) .+ r.projection(x))

without_bias(rng, k, (from, to); stride = 1, pad = 0) = conv(rng, k, from => to; stride = stride, pad = pad)

function bottleneck(rng, from, width, stride)
    to = 4 * width
    path = Chain(without_bias(rng, 1, from => width), norm(width, relu), without_bias(rng, 3, width => width; stride = stride, pad = 1),
                 norm(width, relu), without_bias(rng, 1, width => to), norm(to))
    same = from == to && stride == 1
    Residual(path, same ? identity : Chain(without_bias(rng, 1, from => to; stride = stride), norm(to)))
end

function resnet50(rng = MersenneTwister(1))
    layers = Any[without_bias(rng, 7, 3 => 64; stride = 2, pad = 3), norm(64, relu), MaxPool(3, 2, 1)]
    from = 64
    for (width, count, stride) in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)), i in 1:count
        push!(layers, bottleneck(rng, from, width, i == 1 ? stride : 1))
        from = 4 * width
    end
    Chain(layers..., Lazuli.global_meanpool, dense(rng, 2048 => 1000), softmax)
end

function main(n)
    m, x = resnet50(), LazuliArray(rand(MersenneTwister(2), Float32, 224, 224, 3, n))
    started = time()
    f = @compile m(x)
    @printf("compiled in %.1f s: %s\n", time() - started, f)
    times = map(1:4) do _
        @elapsed Lazuli.evaluate(f(x); wait = true)
    end
    p = Array(f(x))
    @printf("batch of %d: %.3f s; probabilities of an image sum up to %.4f\n", n, minimum(times), sum(p[:, 1]))
end

abspath(PROGRAM_FILE) == @__FILE__() && main(isempty(ARGS) ? 1 : parse(Int, ARGS[1]))
