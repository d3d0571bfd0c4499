# Pooling of images of size (spatial..., channels, batch).

"""
    Lazuli.maxpool(x, window; stride = window, pad = 0)

Returns the largest element of each window of the spatial dimensions. Padding counts as the smallest
number of the element type.
"""
maxpool(x::LazuliArray{T}, window; stride = window, pad = 0) where {T} = pool(max, typemin(T), x, window, stride, pad)

"""
    Lazuli.meanpool(x, window; stride = window, pad = 0)

Returns the mean of each window. Padding counts as zeros.
"""
function meanpool(x::LazuliArray{T,N}, window; stride = window, pad = 0) where {T,N}
    total = pool(+, zero(T), x, window, stride, pad)
    return total ./ T(prod(each_dimension(window, N - 2)))
end

function pool(op, start::T, x::LazuliArray{T,N}, window, stride, pad) where {T,N}
    n = N - 2
    padding = [0, 0, 0, 0, flat_row_major(paddings(pad, n))...]
    return record("reduce_window", (x, literal(T, start, device_of(x))); functions = (body(op, x, Tuple{T,T}),),
                  window_dimensions = (1, 1, row_major(each_dimension(window, n))...),
                  window_strides = (1, 1, row_major(each_dimension(stride, n))...), padding = padding)::LazuliArray{T,N}
end

"    Lazuli.global_meanpool(x)\n\nReturns the mean of each channel, of size (channels, batch)."
function global_meanpool(x::LazuliArray{T,N}) where {T,N}
    return reshape(mean(x; dims = ntuple(identity, N - 2)), (size(x, N - 1), size(x, N)))
end

"    Lazuli.upsample_nearest(x, factor)\n\nRepeats each element `factor` times along the spatial dimensions."
upsample_nearest(x::LazuliArray{T,N}, factor) where {T,N} = repeat(x; inner = (each_dimension(factor, N - 2)..., 1, 1))
