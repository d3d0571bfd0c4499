# A small network on Fashion-MNIST, the same in every language: the recipe is in
# examples/bindings/mlp.c, whose losses these are, bit by bit. Arrays are column-major here, so that
# shapes are those of C backwards: w1 is (128, 784), and a batch (784, 64).
#
#   julia --project=.. mlp.jl [FOLDER]     with the data set in FOLDER, or images that are made up
using Lazuli

const BATCH, HIDDEN, CLASSES, STEPS, IMAGES, PIXELS = 64, 128, 10, 200, 60000, 784

"The bytes of a file of the format IDX behind its head, packed by gzip."
function read_idx(path)
    bytes = read(`gzip -dc $path`)
    return bytes[4bytes[4]+5:end]
end

function load(folder)
    images = read_idx(joinpath(folder, "train-images-idx3-ubyte.gz"))
    return reshape(images, PIXELS, :), read_idx(joinpath(folder, "train-labels-idx1-ubyte.gz"))
end

made_up() = UInt8[(25 * (n % 10) + n * k % 97) % 256 for k in 0:PIXELS-1, n in 0:IMAGES-1],
    UInt8[n % 10 for n in 0:IMAGES-1]

"Weights of (outputs, inputs) and the next state, by the generator that C uses."
function weights(state, outputs, inputs)
    next, bits = Lazuli.record_all("rng_bit_generator", (state,), 2; rng_algorithm = Lazuli.Raw.LZ_RNG_ALGORITHM_THREE_FRY,
                                   dtype = Lazuli.dtype(UInt32), dims = [inputs, outputs])
    unit = Float32.(bits .>> 8) .* 2f0^-24
    return (unit .- 0.5f0) .* 0.25f0, next
end

function start()
    w1, state = weights(Lazuli.key(1), HIDDEN, PIXELS)
    w2, _ = weights(state, CLASSES, HIDDEN)
    return w1, LazuliArray(zeros(Float32, HIDDEN)), w2, LazuliArray(zeros(Float32, CLASSES))
end

"The mean of log(sum(exp(c))) - sum(c * y) over the columns, where c is z less the greatest of each."
function loss_of(z, y)
    c = z .- maximum(z, dims = 1)
    each = log.(sum(exp.(c), dims = 1)) .- sum(c .* y, dims = 1)
    return sum(each) * (1f0 / BATCH)
end

forward(w1, b1, w2, b2, x) = w2 * max.(w1 * x .+ b1, 0f0) .+ b2

"The loss of batch s, counted from 0, and the parameters after the step."
function step(parameters, images, labels, s)
    places = (s * BATCH .+ (0:BATCH-1)) .% IMAGES .+ 1
    x = Float32.(LazuliArray(images[:, places])) .* (1f0 / 255)
    y = LazuliArray(Float32[labels[n] == k for k in 0:CLASSES-1, n in places])
    loss, slopes = Lazuli.withgradient((p...) -> loss_of(forward(p..., x), y), parameters...)
    return loss, map((p, g) -> p .- g .* 0.1f0, parameters, slopes)
end

function main(context)
    images, labels = isempty(ARGS) ? made_up() : load(ARGS[1])
    parameters = start()
    for s in 0:STEPS-1
        loss, parameters = step(parameters, images, labels, s)
        Lazuli.barrier(context = context)
        (s + 1) % 20 == 0 || continue
        println("step ", s + 1, " loss ", string(reinterpret(UInt32, loss[]), base = 16, pad = 8))
    end
end

# Every op is rounded as written.
const strict = Lazuli.Context(numerics = :strict)
Lazuli.with_device(() -> main(strict), Lazuli.device(1; context = strict))
