# Sums and other reductions over the devices of a context. Each device has one operand.

const REDUCTIONS = IdDict{Any,Int32}((+) => Raw.LZ_REDUCTION_SUM, (*) => Raw.LZ_REDUCTION_PRODUCT, min => Raw.LZ_REDUCTION_MINIMUM,
                                     max => Raw.LZ_REDUCTION_MAXIMUM)

"""
    Lazuli.all_reduce(f, xs; scale = 1) -> Vector

Combines the arrays `xs` by `f` (`+`, `*`, `min` or `max`), in their order, and multiplies the
result by `scale`. The arrays have one size and element type, and live on different devices of one
context. Result `i` lives on the device of `xs[i]`. All results have the same bits. The call does
not wait. Gradients treat values from other devices as constants.

    means = Lazuli.all_reduce(+, slopes; scale = 1 / length(slopes))
"""
function all_reduce(f, xs; scale::Real = 1)
    reduction = get(REDUCTIONS, f) do
        throw(LazuliError("all_reduce", "$f does not combine devices: take one of +, *, min and max"))
    end
    raws, out = Raw.handles(xs), Base.fill(C_NULL, length(xs))
    GC.@preserve xs check(Raw.lz_all_reduce(raws, length(raws), reduction, scale, place(), out))
    return [typeof(x)(raw) for (x, raw) in zip(xs, out)]
end

"""
    Lazuli.cross_replica_sum(xs; groups = (1:length(xs),)) -> Vector

Sums the arrays of each group by [`Lazuli.all_reduce`](@ref). A group is a list of numbers of
arrays. Each array must be in exactly one group. Result `i` is the sum for the group of `xs[i]`, on
its device.
"""
function cross_replica_sum(xs; groups = (1:length(xs),))
    sort!(reduce(vcat, collect.(groups); init = Int[])) == 1:length(xs) ||
        throw(LazuliError("cross_replica_sum", "each of the $(length(xs)) arrays must be in exactly one group; the groups are $groups"))
    sums = collect(Any, xs)
    foreach(group -> sums[group] = all_reduce(+, xs[group]), groups)
    return identity.(sums)
end
