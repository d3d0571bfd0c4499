# Branches on computed values. Both sides are recorded, and the program runs one of them.

"""
Records both sides of a branch. If they meet inside of the region, sets the phis of the block where
they meet and returns this block. Otherwise returns the Outcome of the region.
"""
function run_branch(frame, block, branch, condition, region)
    predicate = condition_array(frame, condition)
    merge = frame.code.merges[block]
    until = merge == 0 || merge in region || leaves_loop(frame.code, block, merge) ? region :
            Region([merge; region.blocks], [[Int[]]; region.liveouts])
    outcome = record_ways(frame, until, predicate) do arm, k
        run_block(arm, k == 1 ? block + 1 : branch.otherwise, block, until)
    end
    until === region ? outcome : follow_merge(frame, until, outcome, region)
end

# True if the branch is in a loop and the merge is after the loop. Then a side of the branch may
# stay in the loop and not reach the merge.
leaves_loop(code, block, merge) = any(l -> block in l.blocks && !(merge in l.blocks), values(code.loops))

function condition_array(frame, condition)
    condition isa Element{Bool} && return condition.array
    is_array(condition) && cannot(frame, "a branch depends on $(describe(condition)), which is no single Bool",
                                  "reduce it by all(...) or any(...)")
    throw(TypeError(:if, "", Bool, lower(condition)))
end

"""
Walks both sides with f(arm, k), k = 1 or 2, and returns one Outcome for both. A predicate of rank 0
is recorded as an lz_if. A predicate with one value per element is recorded as selects.
"""
function record_ways(f, frame, region, predicate)
    ndims(predicate) == 0 || return select_ways(f, frame, region, predicate)
    then, otherwise = Lazuli.begin_function("then"), Lazuli.begin_function("else")
    one = walk_way(() -> f(fork(frame), 1), frame, string("if ", value_text(frame.walk.listing, predicate)))
    other = walk_way(() -> f(fork(frame), 2), frame, "else")
    pairs = Tuple{Any,Any}[]
    merge_outcomes(frame, (a, b) -> (push!(pairs, (a, b)); a === undefined ? b : a), one, other)
    isempty(pairs) && return merge_outcomes(frame, (a, b) -> a, one, other)
    # Functions are nested: the one that was begun last must be finished first.
    no = Lazuli.finish_function(otherwise, "else", Lazuli.ArrayType[], Tuple(as_array(b, a) for (a, b) in pairs))
    yes = Lazuli.finish_function(then, "then", Lazuli.ArrayType[], Tuple(as_array(a, b) for (a, b) in pairs))
    results = collect(Any, Lazuli.record_all("if", (predicate,), length(pairs); functions = (yes, no)))
    note_result!(frame.walk.listing, "end", Tuple(results))
    merge_outcomes(frame, (a, b) -> like(a === undefined ? b : a, popfirst!(results)), one, other)
end

function select_ways(f, frame, region, predicate)
    one = walk_way(() -> f(fork(frame), 1), frame, string("where ", value_text(frame.walk.listing, predicate)))
    other = walk_way(() -> f(fork(frame), 2), frame, "elsewhere")
    pick(a, b) = like(a === undefined ? b : a, Lazuli.choose(predicate, as_array(a, b), as_array(b, a)))
    merge_outcomes(frame, pick, one, other)
end
function merge_outcomes(frame, join, one::Outcome, other::Outcome)
    refuse(reason) = cannot(frame, "a value depends on a branch and has no one type: it is $reason",
                            "make both cases give a value of the same type and size")
    code(next) = next isa Int ? Int32(next) : next
    next = one.next === other.next ? one.next : merge_values(join, refuse, code(one.next), code(other.next))
    Outcome(next, Any[merge_lists(join, refuse, a, b) for (a, b) in zip(one.values, other.values)])
end

# The values at a block are a list, and the value at a return is a single value.
merge_lists(join, refuse, a::Vector{Any}, b::Vector{Any}) = Any[merge_values(join, refuse, x, y) for (x, y) in zip(a, b)]
merge_lists(join, refuse, a::Vector{Any}, ::Undefined) = Any[merge_values(join, refuse, x, undefined) for x in a]
merge_lists(join, refuse, ::Undefined, b::Vector{Any}) = Any[merge_values(join, refuse, undefined, y) for y in b]
merge_lists(join, refuse, a, b) = merge_values(join, refuse, a, b)

# Walks one side of a branch. An exception there becomes a CannotCompile, because a program cannot
# throw exceptions.
function walk_way(f, frame, title)
    try
        Lazuli.in_way(() -> indented(f, frame.walk.listing, title))
    catch error
        error isa Union{CannotCompile,InterruptException} && rethrow()
        cannot(frame, reason_for_throw(error)...; cause = error)
    end
end

"Returns the array of a leaf. If the leaf is undefined, returns zeros in the shape of `other`."
as_array(x::Union{Element,LazuliArray}, other) = array_of(x)
as_array(x::Number, other) = Lazuli.scalar(typeof(x), x)
as_array(::Undefined, other::LazuliArray) = Lazuli.zeros(eltype(other), size(other))
as_array(::Undefined, other::Element{T}) where {T} = Lazuli.zeros(T, size(other.array))
as_array(::Undefined, other::Number) = Lazuli.scalar(typeof(other), zero(other))
