# Gradients of recorded arrays. The library records the ops of the gradients, and nothing runs.

"""
    Lazuli.gradient(f, args...; cotangent = nothing) -> Tuple

Calls `f(args...)`, which records ops, and returns the gradient of its result with respect to each
argument. The gradient of an array is an array. The gradient of a struct, a tuple or a dictionary
has the same form, with gradients in place of its arrays of floats and all other parts unchanged.
The result of `f` must have one element, or `cotangent` must be an array of its size. If the result
does not depend on an array, the gradient is zeros.

    dw, db = Lazuli.gradient((w, b) -> sum(abs2, w * x .+ b .- y), w, b)
"""
gradient(f, args...; cotangent = nothing) = withgradient(f, args...; cotangent = cotangent)[2]

"""
    Lazuli.withgradient(f, args...; cotangent = nothing) -> (value, gradients)

Returns the value of `f`, and the gradients that [`Lazuli.gradient`](@ref) returns. If the value is
a tuple, these are gradients of its first entry.
"""
function withgradient(f, args...; cotangent = nothing)
    value = Compiler.apply(f, args...)
    output = value isa Tuple ? first(value) : value
    output isa LazuliArray || throw(LazuliError("gradient", "the function gave $(typeof(output)), which no gradient is known " *
                                                "of: it must give a LazuliArray"))
    arrays = filter(is_float, arrays_of(args))
    slopes = gradients(output, arrays; cotangent = cotangent)
    next = Ref(0)
    take_next(x) = is_float(x) ? slopes[next[] += 1]::typeof(x) : x
    return value, map_arrays(take_next, args)
end
is_float(x::LazuliArray{T}) where {T} = T <: Union{AbstractFloat,Complex}

"""
    Lazuli.gradients(output, arrays; cotangent = nothing) -> Vector{LazuliArray}

Returns the gradients of a recorded array with respect to `arrays`.
"""
function gradients(output::LazuliArray, arrays; cotangent = nothing)
    isempty(arrays) && return LazuliArray[]
    if cotangent === nothing && length(output) != 1
        throw(LazuliError("gradient", "the value has size $(size(output)): one element has a gradient, or say which " *
                          "combination of them by `cotangent`"))
    end
    slope = cotangent === nothing ? nothing : LazuliArray(cotangent)
    outputs, arguments = Raw.handles((output,)), Raw.handles(arrays)
    cotangents = slope === nothing ? C_NULL : Raw.handles((slope,))
    out = Base.fill(C_NULL, length(arrays))
    options = Ref(Raw.lz_gradient_options(allow_unused = 1))
    GC.@preserve output arrays slope check(Raw.lz_gradients(outputs, 1, cotangents, arguments, length(arguments), options, out))
    return LazuliArray[typeof(a)(raw) for (a, raw) in zip(arrays, out)]
end

"    Lazuli.stop_gradient(x)\n\nReturns `x` itself, which gradients treat as a constant."
stop_gradient(x::LazuliArray{T,N}) where {T,N} =
    LazuliArray{T,N}(made(out -> Raw.lz_stop_gradient(x, place(), out), Ptr{Cvoid}))
