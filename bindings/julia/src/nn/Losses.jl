# Losses. They return arrays without dimensions. Class labels are columns, as made by
# `Lazuli.onehot`.

"Returns the number of columns, which is the size of the batch."
columns(x::LazuliArray{T}) where {T} = T(length(x) ÷ max(size(x, 1), 1))

"    crossentropy(p, y)\n\nThe mean over the columns of `-sum(y .* log.(p))`. `p` are probabilities."
crossentropy(p::LazuliArray, y::LazuliArray) = -sum(y .* log.(p)) / columns(p)

"    logitcrossentropy(x, y)\n\n`crossentropy(softmax(x), y)`, without overflow."
logitcrossentropy(x::LazuliArray, y::LazuliArray) = -sum(y .* logsoftmax(x)) / columns(x)

"    binarycrossentropy(p, y)\n\nThe mean of `-y log(p) - (1 - y) log(1 - p)`."
binarycrossentropy(p::LazuliArray{T}, y::LazuliArray) where {T} =
    mean(.-y .* log.(p) .- (one(T) .- y) .* log1p.(.-p))

"    logitbinarycrossentropy(x, y)\n\n`binarycrossentropy(sigmoid.(x), y)`, without overflow."
logitbinarycrossentropy(x::LazuliArray{T}, y::LazuliArray) where {T} = mean((one(T) .- y) .* x .+ softplus.(.-x))

"    mse(a, b)\n\nThe mean of squared differences."
mse(a::LazuliArray, b::LazuliArray) = mean(abs2, a .- b)

"    mae(a, b)\n\nThe mean of absolute differences."
mae(a::LazuliArray, b::LazuliArray) = mean(abs, a .- b)

"""
    huber(a, b; delta = 1)

The mean of `d^2 / 2` for differences `d` below `delta`, and of `delta * (d - delta / 2)` for
others.
"""
function huber(a::LazuliArray{T}, b::LazuliArray; delta = one(T)) where {T}
    d, away = T(delta), abs.(a .- b)
    return mean(ifelse.(away .< d, T(0.5) .* abs2.(away), d .* (away .- T(0.5) * d)))
end
