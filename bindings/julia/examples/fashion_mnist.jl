# Trains a multilayer perceptron on Fashion-MNIST. An epoch is one program: a loop that computes the
# gradient of each batch and updates the model. No Julia code runs during the loop.
#
#   julia --project=.. fashion_mnist.jl [--data DIR] [--epochs N] [--synthetic]
include("layers.jl")
using Lazuli.Compiler: @compile
using Printf

"Reads an array of bytes from a gzipped file in the IDX format."
function read_idx(path)
    bytes = read(`gzip -dc $path`)
    rank = Int(bytes[4])
    dims = [Int(ntoh(reinterpret(UInt32, bytes[4i+1:4i+4])[1])) for i in 1:rank]
    reshape(bytes[4rank+5:end], reverse(dims)...)
end

function load(folder, name)
    pixels = read_idx(joinpath(folder, "$name-images-idx3-ubyte.gz"))
    classes = read_idx(joinpath(folder, "$name-labels-idx1-ubyte.gz"))
    reshape(pixels, 784, :) ./ 255f0, Float32[c == k for k in 0:9, c in classes]
end

"Makes images of ten classes for tests. In each class, another line of the image is brighter."
function synthetic(n)
    rng = MersenneTwister(3)
    classes = [i % 10 for i in 1:n]
    x = rand(rng, Float32, 784, n) .* 0.3f0
    foreach(i -> x[28classes[i]+1:28classes[i]+28, i] .+= 0.5f0, 1:n)
    x, Float32[c == k for k in 0:9, c in classes]
end

"Trains on all batches of an epoch in their order. The size of x is (784, batch, batches)."
function epoch(model, x, y, rate)
    total = 0f0
    for i in 1:size(x, 3)
        xi, yi = x[:, :, i], y[:, :, i]
        loss, (slope,) = Lazuli.withgradient(m -> logitcrossentropy(m(xi), yi), model)
        model = Lazuli.map_arrays((p, g) -> p .- rate .* g, model, slope)
        total += loss
    end
    model, total / size(x, 3)
end

accuracy(model, x, y) = sum(onecold(model(x)) .== onecold(y)) / size(x, 2)

function main(; folder = "/usr/share/datasets/fashion-mnist", epochs = 5, made_up = false, batch = 100)
    x, y = made_up ? synthetic(2000) : load(folder, "train")
    tx, ty = made_up ? synthetic(500) : load(folder, "t10k")
    rng = MersenneTwister(1)
    model = Chain(dense(rng, 784 => 128, relu), dense(rng, 128 => 10))
    batches = LazuliArray(reshape(x, 784, batch, :)), LazuliArray(reshape(y, 10, batch, :))
    run = @compile epoch(model, batches..., 0.1f0)
    test = @compile accuracy(model, LazuliArray(tx), LazuliArray(ty))
    for i in 1:epochs
        started = time()
        model, loss = run(model, batches..., 0.1f0)
        @printf("epoch %2d  loss %.4f  accuracy %.4f  %.2f s\n", i, loss[], test(model, tx, ty)[], time() - started)
    end
end

function option(name, default)
    k = findfirst(==(name), ARGS)
    k === nothing ? default : ARGS[k+1]
end
abspath(PROGRAM_FILE) == @__FILE__() &&
    main(folder = option("--data", "/usr/share/datasets/fashion-mnist"), epochs = parse(Int, option("--epochs", "5")),
         made_up = "--synthetic" in ARGS)
