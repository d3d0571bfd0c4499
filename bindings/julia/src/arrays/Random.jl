# Random numbers depend only on a state, as in rng_bit_generator. They are the same on every device.

"""
    Lazuli.RNG(seed) <: AbstractRNG

A source of random numbers for [`LazuliArray`](@ref)s: `rand(rng, Float32, 2, 3)`, `randn(rng,
Float32, 2, 3)`. Its state is an array, so drawing only records ops and does not wait. The same seed
gives the same numbers.
"""
struct RNG <: AbstractRNG
    state::LazuliVector{UInt64} # replaced in place by each draw
end
RNG(seed::Integer) = RNG(key(seed))

"""
    Lazuli.key(seed)

Returns the first state of a sequence of random numbers. `Lazuli.uniform(key, T, dims)` draws from a
state, and returns the numbers and the next state.
"""
key(seed::Integer) = LazuliArray(UInt64[seed % UInt64, 0])

const PHILOX = 2
# Algorithm 0 is the default, Philox with a state of two words: a key and a counter.
bits(state::LazuliVector{UInt64}, ::Type{U}, dims::Dims) where {U} =
    record_all("rng_bit_generator", (state,), 2; rng_algorithm = 0, dtype = dtype(U), dims = row_major(dims))

bits_type(::Type{Float32}) = UInt32
bits_type(::Type{Float64}) = UInt64
bits_type(::Type{T}) where {T<:Union{Float16,BFloat16}} = UInt32
bits_type(::Type{T}) where {T} = throw(LazuliError("rand", "random numbers are floats, integers or truth values, not $T"))
significant(::Type{Float64}) = 53
significant(::Type{Float32}) = 24
significant(::Type{Float16}) = 11
significant(::Type{BFloat16}) = 8

"    Lazuli.uniform(key, T, dims) -> (numbers in [0, 1), next key)"
function uniform(state, ::Type{T}, dims::Dims{N}) where {T,N}
    U, W = bits_type(T), T === Float64 ? Float64 : Float32
    next, random = bits(state, U, dims)
    kept = convert_elements(W, random .>> (8 * sizeof(U) - significant(T)))
    return convert_elements(T, kept .* W(2)^-significant(T))::LazuliArray{T,N}, next
end
function uniform(state, ::Type{T}, dims::Dims{N}) where {T<:Union{Int32,Int64,UInt32,UInt64},N}
    next, random = bits(state, unsigned(T), dims)
    return convert_elements(T, random)::LazuliArray{T,N}, next
end
function uniform(state, ::Type{Bool}, dims::Dims)
    next, random = bits(state, UInt32, dims)
    return (random .& UInt32(1)) .== UInt32(1), next
end

"    Lazuli.normal(key, T, dims) -> (normally distributed numbers, next key)"
function normal(state, ::Type{T}, dims::Dims) where {T}
    u, next = uniform(state, T, dims)
    # The values of u have equal distances. Half of this distance is added, so that no value becomes
    # -1, where erfinv is -Inf.
    centered = 2 .* u .+ (T(2)^-significant(T) - one(T))
    return T(sqrt(2)) .* erfinv.(centered), next
end

function Random.rand(rng::RNG, ::Type{T}, dims::Dims) where {T<:ElementType}
    numbers, next = uniform(rng.state, T, dims)
    assign!(rng.state, next)
    return numbers
end
function Random.randn(rng::RNG, ::Type{T}, dims::Dims) where {T<:AbstractFloat}
    numbers, next = normal(rng.state, T, dims)
    assign!(rng.state, next)
    return numbers
end
Random.rand(rng::RNG, ::Type{T}, d::Integer, dims::Integer...) where {T<:ElementType} = rand(rng, T, Dims((d, dims...)))
Random.randn(rng::RNG, ::Type{T}, d::Integer, dims::Integer...) where {T<:AbstractFloat} = randn(rng, T, Dims((d, dims...)))
Random.rand(rng::RNG, d::Integer, dims::Integer...) = rand(rng, Float64, Dims((d, dims...)))
Random.randn(rng::RNG, d::Integer, dims::Integer...) = randn(rng, Float64, Dims((d, dims...)))
Random.seed!(rng::RNG, seed::Integer) = (assign!(rng.state, key(seed)); rng)

"""
    shuffle(rng::Lazuli.RNG, x::LazuliVector)

Returns the elements in a random order. They are sorted by random keys.
"""
function Random.shuffle(rng::RNG, x::LazuliVector)
    return x[sortperm(rand(rng, UInt64, length(x)))]
end
