# Convolutions. As in Flux, images have size (width, height, channels, batch), which in the library
# is batch, channels, height, width. Weights have size (width, height, channels in, channels out).

"Returns one number for each of `n` spatial dimensions, from such a list or from one number for all."
each_dimension(x::Integer, n) = ntuple(_ -> Int(x), n)
each_dimension(x, n) = length(x) == n ? map(Int, Tuple(x)) :
    throw(LazuliError("conv", "$x must have one number for each of $n dimensions"))

"Returns padding as (low, high) for each dimension. `pad` has 1, n or 2n numbers."
function paddings(pad, n)
    pad isa Integer && return ntuple(_ -> (Int(pad), Int(pad)), n)
    length(pad) == n && return map(p -> p isa Tuple ? p : (Int(p), Int(p)), Tuple(pad))
    length(pad) == 2n && return ntuple(i -> (Int(pad[2i-1]), Int(pad[2i])), n)
    throw(LazuliError("conv", "padding $pad must have 1, $n or $(2n) numbers"))
end
flat_row_major(pads) = collect(Int64, Iterators.flatten(reverse(pads)))

"""
    Lazuli.conv(x, w; stride = 1, pad = 0, dilation = 1, groups = 1, flipped = false)

Convolves images `x` of size (spatial..., channels, batch) with weights `w` of size (spatial...,
channels ÷ groups, features). The result has size (spatial..., features, batch). By default the
weights are reversed in all spatial dimensions, as in the mathematical definition and in Flux. With
`flipped = true` they are not reversed, which gives a cross-correlation.
"""
function conv(x::LazuliArray{T,N}, w::LazuliArray{T,N}; stride = 1, pad = 0, dilation = 1, groups::Integer = 1,
              flipped::Bool = false) where {T,N}
    n = N - 2
    size(x, N - 1) == size(w, N - 1) * groups ||
        throw(LazuliError("conv", "images of size $(size(x)) have $(size(x, N - 1)) channels, weights of size $(size(w)) in " *
                          "$groups groups take $(size(w, N - 1) * groups)"))
    return convolve(x, w, n; window_strides = row_major(each_dimension(stride, n)), padding = flat_row_major(paddings(pad, n)),
                    rhs_dilation = row_major(each_dimension(dilation, n)),
                    window_reversal = ntuple(_ -> flipped ? 0 : 1, n), feature_group_count = groups)::LazuliArray{T,N}
end

convolve(x, w, n; attributes...) =
    record("convolution", (x, w); input_batch_dimension = 0, input_feature_dimension = 1,
           input_spatial_dimensions = 2:n+1, kernel_output_feature_dimension = 0, kernel_input_feature_dimension = 1,
           kernel_spatial_dimensions = 2:n+1, output_batch_dimension = 0, output_feature_dimension = 1,
           output_spatial_dimensions = 2:n+1, attributes...)

"""
    Lazuli.depthwise_conv(x, w; options...)

Convolves each channel with its own weights. `w` has size (spatial..., 1, channels * k).
"""
depthwise_conv(x::LazuliArray{T,N}, w::LazuliArray{T,N}; options...) where {T,N} =
    conv(x, w; groups = size(x, N - 1), options...)

"""
    Lazuli.conv_transpose(x, w; stride = 1, pad = 0, dilation = 1)

The transpose of [`Lazuli.conv`](@ref): the gradient of a convolution with respect to its images,
where `x` is the gradient of its result. The weights `w` have size (spatial..., features out,
channels of `x`).
"""
function conv_transpose(x::LazuliArray{T,N}, w::LazuliArray{T,N}; stride = 1, pad = 0, dilation = 1) where {T,N}
    n = N - 2
    steps, spread_by = each_dimension(stride, n), each_dimension(dilation, n)
    around = ntuple(n) do i
        reach = (size(w, i) - 1) * spread_by[i]
        low, high = paddings(pad, n)[i]
        (reach - low, reach - high)
    end
    swapped = permutedims(w, ntuple(i -> i == N - 1 ? N : i == N ? N - 1 : i, N))
    return convolve(x, swapped, n; padding = flat_row_major(around), lhs_dilation = row_major(steps),
                    rhs_dilation = row_major(spread_by), window_reversal = ntuple(_ -> 0, n))::LazuliArray{T,N}
end

"""
    Lazuli.conv_data_gradient(dy, w, x_size; options...)

The gradient of `conv(x, w; options...)` with respect to `x`.
"""
function conv_data_gradient(dy::LazuliArray{T}, w::LazuliArray{T}, x_size::Dims; options...) where {T}
    x = zeros(T, x_size)
    return gradients(conv(x, w; options...), [x]; cotangent = dy)[1]
end

"""
    Lazuli.conv_filter_gradient(x, dy, w_size; options...)

The gradient of `conv(x, w; options...)` with respect to `w`.
"""
function conv_filter_gradient(x::LazuliArray{T}, dy::LazuliArray{T}, w_size::Dims; options...) where {T}
    w = zeros(T, w_size)
    return gradients(conv(x, w; options...), [w]; cotangent = dy)[1]
end
