# Statements and blocks: the walk through the IR of one method.

"The state of one compilation."
struct Walk
    unroll::Int # loops of at most this many iterations are unrolled
    listing::Listing
    place::String        # file and line of the call in the user's code
    # Methods that the walk entered, by signature. If one of them is replaced, the program is stale.
    methods::Dict{Any,Method}
    # Objects other than arguments that the walk read, as Roots. If one changes, the program is
    # stale.
    roots::Vector{Any}
end
Walk(; unroll = default_unroll, listing = Listing(false), place = "") = Walk(unroll, listing, place, Dict{Any,Method}(), [])

"The state of one method: the values of its statements so far, and its current statement."
mutable struct Frame
    code::Union{Code,Nothing} # nothing for the call that is compiled
    arguments::Vector{Any}
    values::Vector{Any}
    at::Int
    caller::Union{Frame,Nothing}
    # True in a branch or a loop of the program: a statement may run never or many times.
    conditional::Bool
    # In a loop with a known number of iterations, maps each block with a branch to the outcome of its condition.
    forced::Union{Dict{Int,Bool},Nothing}
    # In a branch or a loop, a copy of `values` from before it began.
    before::Union{Vector{Any},Nothing}
    walk::Walk
end
Frame(code, arguments, caller::Frame) =
    Frame(code, arguments, Vector{Any}(undef, length(code.statements)), 1, caller, caller.conditional, nothing, nothing, caller.walk)
root_frame(walk) = Frame(nothing, Any[], Any[], 0, nothing, false, nothing, nothing, walk)

depth(frame) = frame.caller === nothing ? 0 : 1 + depth(frame.caller)

"Returns a copy of the frame with its own values, for one side of a branch or for a loop."
fork(frame::Frame) =
    Frame(frame.code, frame.arguments, copy(frame.values), frame.at, frame.caller, true, frame.forced, frame.values, frame.walk)

"""
The places where a walk ends: at any of these blocks, where block 0 stands for a return. When the
walk ends at `blocks[k]`, it hands on the phis of this block and the values of the statements
`liveouts[k]`.
"""
struct Region
    blocks::Vector{Int}
    liveouts::Vector{Vector{Int}}
end
const whole = Region([0], [Int[]])
Base.in(block::Int, region::Region) = block in region.blocks

"""
The end of a walk in a region. `next` is the number of the block that follows: an Int, or an
Element{Int32} if the program computes it. `values[k]` are the values for block k of the region, or
undefined if no path leads there.
"""
struct Outcome
    next::Any
    values::Vector{Any}
end

"Walks through the method with these arguments and returns its result."
function walk(code::Code, arguments, caller)
    frame = Frame(code, arguments, caller)
    depth(frame) > 200 && cannot(frame, "calls are more than 200 deep: the recursion does not end while types and " *
                                              "shapes are known", "write it as a loop")
    result_of(run_block(frame, 1, 0, whole), whole)
end

"""
Walks from `block` to the end of the region. The walk enters `block` from block `from`, or from 0 if
its phis already have values. `header` is `block` if a walk through an iteration begins here. Then
the walk does not start the loop anew, and ends when it reaches the header again.
"""
function run_block(frame, block, from, region; header = 0)
    while true
        if block != header
            block in region && return arrive(frame, region, block, from)
            if haskey(frame.code.loops, block)
                set_phis!(frame, block, from)
                result = run_loop(frame, frame.code.loops[block], region)
                result isa Outcome && return result
                block, from = result, 0
                continue
            end
        end
        set_phis!(frame, block, from)
        header = 0
        next = run_statements(frame, block)
        next isa Return && return returned(region, value(frame, next.value))
        if next isa Branch
            condition = branch_condition(frame, block, next)
            if !(condition isa Bool)
                result = run_branch(frame, block, next, condition, region)
                result isa Outcome && return result
                block, from = result, 0
                continue
            end
            next = condition ? block + 1 : next.otherwise
        end
        block, from = next, block
    end
end

branch_condition(frame, block, branch) =
    frame.forced !== nothing && haskey(frame.forced, block) ? frame.forced[block] : value(frame, branch.condition)

# Runs the statements of a block. Returns the number of the next block, or the Branch or Return at
# its end.
function run_statements(frame, block)
    for i in frame.code.blocks[block]
        s = frame.code.statements[i]
        frame.at = i
        s isa Core.PhiNode && continue
        s isa Jump && return s.to
        s isa Union{Branch,Return} && return s
        s isa Unreachable && cannot(frame, "this call does not return, by what Julia infers of its types",
                                    "run the function on arrays without @lazuli to see the exception")
        frame.values[i] = statement(frame, s)
    end
    block + 1
end

"Sets the phis of a block, which is entered from block `from`."
function set_phis!(frame, block, from)
    from == 0 && return
    new = phi_values(frame, block, from)
    for (i, v) in zip(phis(frame.code, block), new)
        frame.values[i] = v
    end
end

function phis(code, block)
    range = code.blocks[block]
    Int[i for i in range if code.statements[i] isa Core.PhiNode]
end

phi_values(frame, block, from) = Any[phi_value(frame, i, from) for i in phis(frame.code, block)]
function phi_value(frame, i, from)
    phi = frame.code.statements[i]
    k = findfirst(==(from), phi.edges)
    (k === nothing || !isassigned(phi.values, k)) && return undefined
    v = value(frame, phi.values[k])
    v isa Optional && i in frame.code.present ? v.value : v
end

# Ends a walk at a block of the region. The Outcome has the values of the block's phis and liveouts.
function arrive(frame, region, block, from)
    entering = from == 0 ? Any[saved(frame, i) for i in phis(frame.code, block)] : phi_values(frame, block, from)
    live = region.liveouts[findfirst(==(block), region.blocks)]
    ended(region, block, Any[entering; Any[saved(frame, i) for i in live]])
end
saved(frame, i) = isassigned(frame.values, i) ? frame.values[i] : undefined

returned(region, v) = ended(region, 0, v)
ended(region, block, v) = Outcome(block, Any[b == block ? v : undefined for b in region.blocks])
result_of(outcome, region) = outcome.values[findfirst(==(0), region.blocks)]

"Sets the phis and liveouts with which the walk continues at a block where it had ended."
function enter!(frame, region, outcome, block)
    k = findfirst(==(block), region.blocks)
    for (i, v) in zip([phis(frame.code, block); region.liveouts[k]], outcome.values[k])
        frame.values[i] = v
    end
    block
end

"""
Continues after a walk of the inner region that had this outcome. Returns the next block, with its
values set in the frame, or the Outcome of the outer region.
"""
function follow(frame, inner, outcome, outer)
    outcome.next isa Int || return follow_choice(frame, inner, outcome, outer)
    outcome.next == 0 ? returned(outer, result_of(outcome, inner)) : enter!(frame, inner, outcome, outcome.next)
end

# The program decides which of several blocks comes next. Walks from each of these blocks to the
# block where all paths meet.
function follow_choice(frame, inner, outcome, outer)
    ways = [b for (b, v) in zip(inner.blocks, outcome.values) if v !== undefined]
    meeting = meeting_block(frame.code, ways, outer)
    # A value may differ between the paths, so it is merged where they meet.
    live = sort!(unique!(reduce(vcat, inner.liveouts)))
    until = meeting == 0 || meeting in outer ? outer : Region([meeting; outer.blocks], [[live]; outer.liveouts])
    result = choose_way(frame, inner, outcome, until, ways)
    until === outer ? result : follow_merge(frame, until, result, outer)
end

function choose_way(frame, inner, outcome, until, ways)
    go(arm, block) = block == 0 ? returned(until, result_of(outcome, inner)) :
                     run_block(arm, enter!(arm, inner, outcome, block), 0, until)
    length(ways) == 1 && return go(frame, ways[1])
    record_ways(frame, until, (outcome.next == Int32(ways[1])).array) do arm, k
        k == 1 ? go(arm, ways[1]) : choose_way(arm, inner, outcome, until, ways[2:end])
    end
end

"""
Continues at the merge, which is the first block of the inner region. The outcome may lead there
always, never, or only for some values that the program computes.
"""
function follow_merge(frame, inner, outcome, outer)
    merge = inner.blocks[1]
    outside = Outcome(outcome.next, outcome.values[2:end])
    outcome.next === merge && return enter!(frame, inner, outcome, merge)
    outcome.next isa Int && return outside
    record_ways(frame, outer, (outcome.next == Int32(merge)).array) do arm, k
        k == 2 ? outside : run_block(arm, enter!(arm, inner, outcome, merge), 0, outer)
    end
end

# Returns the first block that lies on all paths from these blocks. It can be one of them. It cannot
# lie after a block where the outer region ends.
function meeting_block(code, ways, outer)
    0 in ways && return 0
    chains = [merge_chain(code, w, outer) for w in ways]
    k = findfirst(b -> all(c -> b in c, chains), chains[1])
    k === nothing ? 0 : chains[1][k]
end

function merge_chain(code, block, outer)
    chain = [block]
    while true
        next = code.merges[block]
        next == 0 && return chain
        push!(chain, next)
        next in outer && return chain
        block = next
    end
end

"The value of an operand."
value(frame, x::Core.SSAValue) = frame.values[x.id]
value(frame, x::QuoteNode) = literal_value(frame, x.value)
value(frame, x::GlobalRef) = global_value(frame, x.mod, x.name)
value(frame, x::Symbol) = global_value(frame, frame.code.method.module, x)
value(frame, x::Expr) = statement(frame, x)
value(frame, x) = is_argument(x) ? frame.arguments[argument_number(x)] : literal_value(frame, x)

function literal_value(frame, x)
    is_atom(x) || frame.code === nothing || !is_user(frame.code.method.module) || unseen(note_root!)(frame, describe(x), x)
    x
end

function global_value(frame, mod, name)
    isdefined(mod, name) || throw(UndefVarError(name))
    is_user(mod) || return getfield(mod, name)
    isconst(mod, name) || cannot(frame, reason_for_global(name)...)
    x = getfield(mod, name)
    unseen(note_root!)(frame, "the global constant `$name`", x)
    x
end

"The value of a statement that is not the end of a block."
function statement(frame, s::Core.PiNode)
    v = value(frame, s.val)
    v isa Optional && may_not_be_nothing(s.typ) ? v.value : v
end
statement(frame, s::Union{Core.UpsilonNode,Core.PhiCNode}) = cannot(frame, reason_for_try()...)
statement(frame, s) = value(frame, s)
function statement(frame, s::Expr)
    h = s.head
    h === :call && return unseen(call)(frame, value(frame, s.args[1]), Any[value(frame, x) for x in s.args[2:end]])
    h === :invoke && return unseen(call)(frame, value(frame, s.args[2]), Any[value(frame, x) for x in s.args[3:end]])
    h === :new && return new_object(frame, value(frame, s.args[1]), Any[value(frame, x) for x in s.args[2:end]])
    h === :splatnew && return new_object(frame, value(frame, s.args[1]), fields_of(value(frame, s.args[2])))
    h === :static_parameter && return frame.code.parameters[s.args[1]]
    h === :boundscheck && return true
    h === :isdefined && return true
    h === :copyast && return copy(value(frame, s.args[1]))
    h === :throw_undef_if_not && return check_defined(frame, s.args...)
    h in (:enter, :leave, :pop_exception, :the_exception) && cannot(frame, reason_for_try()...)
    h === :foreigncall && cannot(frame, "a C function ($(s.args[1])) is called on a value that the program computes",
                                 "use a function of Lazuli for it, or a host call")
    nothing # the remaining kinds have no effect here: meta, loopinfo, inbounds, gc_preserve
end

reason_for_try() = ("try and catch are no part of a program", "catch exceptions around the compiled call")

function check_defined(frame, name, condition)
    defined = value(frame, condition)
    defined === true && return nothing
    defined === false && throw(UndefVarError(name))
    cannot(frame, "the variable `$name` has a value only if a computed value is so", "assign it in both cases")
end

function new_object(frame, T, fields)
    T === Core.Box && cannot(frame, reason_for_box()...)
    any(is_symbolic, fields) || return make(T, fields)
    is_mutable_type(T) && cannot(frame, "an object of the mutable type $T would hold a number that the program computes",
                        "use an immutable struct or a tuple, or keep the number in an array of rank 0")
    Aggregate(T, fields)
end
