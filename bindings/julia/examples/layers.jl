# Layers are immutable structs that can be called like functions. In a call by @lazuli, their arrays
# are inputs of the program.
using Lazuli, Random

struct Conv{F,W,B}
    activation::F
    w::W       # (width, height, channels in, channels out)
    b::B
    stride::Int
    pad::Int
end
# The filters are not flipped, as in the program of Fischer and Saba (2018). Training with this
# layer gives weights that fit, so flipping is not needed.
(l::Conv)(x) = l.activation.(Lazuli.conv(x, l.w; stride = l.stride, pad = l.pad, flipped = true) .+ reshape(l.b, 1, 1, length(l.b), 1))

struct Dense{F,W,B}
    activation::F
    w::W
    b::B
end
(l::Dense)(x) = l.activation.(l.w * x .+ l.b)

struct MaxPool
    window::Int
    stride::Int
    pad::Int
end
(l::MaxPool)(x) = Lazuli.maxpool(x, l.window; stride = l.stride, pad = l.pad)

"Batch normalization with fixed mean and variance."
struct BatchNorm{F,A}
    activation::F
    scale::A
    shift::A
    mean::A
    variance::A
end
(l::BatchNorm)(x) = l.activation.(batchnorm(x, l.scale, l.shift, l.mean, l.variance))

"Layers that are applied one after another. The tuple keeps their types in the type of the chain."
struct Chain{L<:Tuple}
    layers::L
end
Chain(layers...) = Chain(layers)
(c::Chain)(x) = foldl((y, layer) -> layer(y), c.layers; init = x)

flatten(x) = reshape(x, length(x) ÷ size(x, ndims(x)), size(x, ndims(x)))

# Random weights with variance 2 / fan_in, so that a layer with relu keeps the scale of its input.
weights(rng, fan_in, dims...) = LazuliArray(randn(rng, Float32, dims...) .* sqrt(2f0 / fan_in))
zeros_of(n) = LazuliArray(zeros(Float32, n))
ones_of(n) = LazuliArray(ones(Float32, n))

conv(rng, k, (from, to), activation = identity; stride = 1, pad = 0) =
    Conv(activation, weights(rng, k * k * from, k, k, from, to), zeros_of(to), stride, pad)
dense(rng, (from, to), activation = identity) = Dense(activation, weights(rng, from, to, from), zeros_of(to))
norm(n, activation = identity) = BatchNorm(activation, ones_of(n), zeros_of(n), zeros_of(n), ones_of(n))
