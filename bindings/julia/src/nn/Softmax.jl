# Softmax and related functions, along dimension 1 unless `dims` is given.

"""
    softmax(x; dims = 1)

`exp.(x) ./ sum(exp.(x); dims)`, without overflow.
"""
function softmax(x::AnyLazuli; dims = 1)
    powers = exp.(x .- maximum(x; dims = dims))
    return powers ./ sum(powers; dims = dims)
end

"    logsoftmax(x; dims = 1)\n\n`log.(softmax(x))`, also precise where `softmax(x)` would be rounded to 0."
function logsoftmax(x::AnyLazuli; dims = 1)
    shifted = x .- maximum(x; dims = dims)
    return shifted .- log.(sum(exp.(shifted); dims = dims))
end

"    Lazuli.logsumexp(x; dims = 1)\n\n`log.(sum(exp.(x); dims))`, without overflow."
function logsumexp(x::AnyLazuli; dims = 1)
    top = maximum(x; dims = dims)
    return log.(sum(exp.(x .- top); dims = dims)) .+ top
end
