# Sums and other reductions over the devices of a context, with one array of each.

const REDUCTIONS = IdDict{Any,Int32}((+) => Raw.LZ_REDUCTION_SUM, (*) => Raw.LZ_REDUCTION_PRODUCT, min => Raw.LZ_REDUCTION_MINIMUM,
                                     max => Raw.LZ_REDUCTION_MAXIMUM)

"""
    Lazuli.all_reduce(f, xs; scale = 1) -> Vector

Combines arrays of several devices of one context, which have one size and element type, by `f` (`+`,
`*`, `min` or `max`), in their order, and gives each device the result, times `scale`: number `i` of
the results lives where `xs[i]` does. All have the same bits. Nothing is waited for. Gradients take
what comes from another device as a constant.

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

The sum over the devices of each group, on each of its devices: [`Lazuli.all_reduce`](@ref) of the
arrays whose numbers the group has. Every array is in one group.
"""
function cross_replica_sum(xs; groups = (1:length(xs),))
    sort!(reduce(vcat, collect.(groups); init = Int[])) == 1:length(xs) ||
        throw(LazuliError("cross_replica_sum", "each of the $(length(xs)) arrays must be in exactly one group; the groups are $groups"))
    sums = collect(Any, xs)
    foreach(group -> sums[group] = all_reduce(+, xs[group]), groups)
    return identity.(sums)
end
