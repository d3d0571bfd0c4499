# Trains a small network on Fashion-MNIST, as examples/bindings/mlp.c describes. The losses have the
# same bits as in that program. Dimensions are in reverse order, because Julia is column-major.
#
#   julia --project=bindings/julia bindings/julia/examples/mlp.jl [FOLDER]
using Lazuli

const BATCH, HIDDEN, CLASSES, PIXELS, IMAGES, STEPS = 64, 128, 10, 784, 60000, 200
const THREE_FRY = 1

"The bytes of a gzipped file in the IDX format, without its header of `head` bytes."
read_idx(path, head) = read(`gzip -dc $path`)[head+1:end]

function load(folder)
    images = read_idx(joinpath(folder, "train-images-idx3-ubyte.gz"), 16)
    labels = read_idx(joinpath(folder, "train-labels-idx1-ubyte.gz"), 8)
    return reshape(images, PIXELS, IMAGES), labels
end

make_up() = (UInt8[(25 * (n % 10) + n * k % 97) % 256 for k in 0:PIXELS-1, n in 0:IMAGES-1],
             UInt8[n % 10 for n in 0:IMAGES-1])

"Returns weights for this many inputs and outputs, and the next state of the random numbers."
function weights(state, inputs, outputs)
    next, bits = Lazuli.record_all("rng_bit_generator", (state,), 2; rng_algorithm = THREE_FRY,
                                   dtype = Lazuli.dtype(UInt32), dims = (inputs, outputs))
    unit = Float32.(bits .>> 8) .* 2.0f0^-24
    return (unit .- 0.5f0) .* 0.25f0, next
end

function start()
    w1, state = weights(LazuliArray(UInt64[1, 0]), PIXELS, HIDDEN)
    w2, _ = weights(state, HIDDEN, CLASSES)
    return (w1 = w1, b1 = LazuliArray(zeros(Float32, HIDDEN)),
            w2 = w2, b2 = LazuliArray(zeros(Float32, CLASSES)))
end

function loss(p, x, y)
    h = max.(p.w1 * x .+ p.b1, 0.0f0)
    z = p.w2 * h .+ p.b2
    c = z .- maximum(z; dims = 1)
    each = log.(sum(exp.(c); dims = 1)) .- sum(c .* y; dims = 1)
    return sum(vec(each)) * Float32(1 / BATCH)
end

function step(p, images, labels, s)
    n = (s * BATCH) % IMAGES .+ (1:BATCH)
    x = Float32.(LazuliArray(view(images, :, n))) .* Float32(1 / 255)
    y = Lazuli.onehot(LazuliArray(labels[n]), 0:CLASSES-1)
    value, (slopes,) = Lazuli.withgradient(p -> loss(p, x, y), p)
    return sgd(p, slopes, 0.1f0), value
end

function train(images, labels)
    # The first batch is repeated at the end, because the last batch may go beyond the end.
    images, labels = hcat(images, images[:, 1:BATCH]), [labels; labels[1:BATCH]]
    p = start()
    for s in 0:STEPS-1
        next, value = Lazuli.scoped(() -> step(p, images, labels, s))
        foreach(close, p) # so that the new parameters get their memory
        p = next
        Lazuli.barrier(; context = CONTEXT)
        if (s + 1) % 20 == 0
            bits = string(reinterpret(UInt32, value[]); base = 16, pad = 8)
            println("step ", s + 1, " loss ", bits)
        end
        close(value)
    end
end

const CONTEXT = Lazuli.Context(; numerics = :strict)
data = isempty(ARGS) ? make_up() : load(ARGS[1])
Lazuli.with_device(() -> train(data...), Lazuli.device(1; context = CONTEXT))
