# Normalizations, dropout and embedding. They are plain functions: the parameters and the state of a
# layer are arguments and results.

"""
    batchnorm(x, scale, shift, mean, variance; eps = 1e-5) -> array

Normalizes each channel of `x`, of size (..., channels, batch), with the given mean and variance.
Use it for inference.
"""
function batchnorm(x::LazuliArray{T,N}, scale, shift, mean, variance; eps = 1e-5) where {T,N}
    wide(v) = along_channels(v, N)
    return (x .- wide(mean)) .* (wide(scale) .* rsqrt.(wide(variance) .+ T(eps))) .+ wide(shift)
end

"""
    batchnorm_train(x, scale, shift, mean, variance; momentum = 0.1, eps = 1e-5) -> (array, mean, variance)

Normalizes with the mean and variance of the batch. Also returns the new running mean and variance,
which have no gradients.
"""
function batchnorm_train(x::LazuliArray{T,N}, scale, shift, mean, variance; momentum = 0.1, eps = 1e-5) where {T,N}
    over = (ntuple(identity, N - 2)..., N)
    m = Statistics.mean(x; dims = over)
    v = var(x; dims = over, corrected = false, mean = m)
    y = batchnorm(x, scale, shift, vec(m), vec(v); eps = eps)
    count = length(x) ÷ size(x, max(N - 1, 1))
    unbiased = vec(v) .* T(count / max(count - 1, 1))
    follow(old, new) = stop_gradient(T(1 - momentum) .* old .+ T(momentum) .* new)
    return y, follow(mean, vec(m)), follow(variance, unbiased)
end

along_channels(v::LazuliArray, n) = reshape(v, ntuple(i -> i == max(n - 1, 1) ? length(v) : 1, n))

"""
    layernorm(x, scale, shift; dims = 1, eps = 1e-5)

Normalizes along `dims`. `scale` and `shift` are broadcast.
"""
function layernorm(x::LazuliArray{T}, scale, shift; dims = 1, eps = 1e-5) where {T}
    m = mean(x; dims = dims)
    v = var(x; dims = dims, corrected = false, mean = m)
    return (x .- m) .* rsqrt.(v .+ T(eps)) .* scale .+ shift
end

"""
    dropout(key, x, p) -> (array, next key)

Sets each element to zero with probability `p`, and divides the others by `1 - p`.
"""
function dropout(key::LazuliVector{UInt64}, x::LazuliArray{T}, p::Real) where {T}
    chance, next = uniform(key, T, size(x))
    return select(chance .>= T(p), x ./ T(1 - p), zero(T)), next
end

"""
    embedding(table, indices)

Returns the columns of the table at these indices. The table has size (features, words), and the
result has size (features, size(indices)...).
"""
function embedding(table::LazuliMatrix, indices::LazuliArray{<:Integer})
    found = take(table, vec(indices), 2)
    return reshape(found, (size(table, 1), size(indices)...))
end
