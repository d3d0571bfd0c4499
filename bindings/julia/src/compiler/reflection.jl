# The typed IR of a method in SSA form, with its blocks and loops. All code that depends on the
# version of Julia is in this file.

# Nodes of the IR that differ between versions of Julia are converted to these types.
struct Jump
    to::Int
end
struct Branch
    condition::Any
    otherwise::Int # the block to go to if the condition is false; if it is true, the next block follows
end
struct Return
    value::Any
end
struct Unreachable end

"""
A natural loop of the IR. `header` is the only block by which the loop is entered, and `exits` are
the blocks outside of the loop that follow it.
"""
struct Loop
    header::Int
    blocks::BitSet
    exits::Vector{Int}
    liveouts::Vector{Int} # statements in the loop whose values are used after the loop
end

"""
The typed IR of a method for some types of arguments.

Blocks are ranges of statements. The targets of jumps and the edges of phis are numbers of blocks.
"""
struct Code
    method::Method
    statements::Vector{Any}
    types::Vector{Any}
    places::Vector{Any}    # a LineInfoNode or nothing for each statement
    blocks::Vector{UnitRange{Int}}
    successors::Vector{Vector{Int}}
    block_of::Vector{Int}
    loops::Dict{Int,Loop}  # by header block
    merges::Vector{Int}    # for each block: where all paths from it meet again; 0 if they do not
    present::BitSet        # statements that are only used where they are known not to be nothing
    parameters::Core.SimpleVector
end

"""
Returns the method that a call of this signature runs, with its static parameters. Returns nothing
if there is no such method.
"""
function find_method(signature)
    found = ccall(:jl_gf_invoke_lookup, Any, (Any, UInt), signature, typemax(UInt))
    found === nothing && return nothing
    method = found.func::Method
    types, parameters = ccall(:jl_type_intersection_with_env, Any, (Any, Any), signature, method.sig)::Core.SimpleVector
    (method, types, parameters)
end

# Calls are not inlined, because the walk recognizes ops by their calls. Inference need not
# propagate constants, because the walk knows all host values.
walk_parameters(world) = Core.Compiler.CustomParams(world; inlining = false)

const codes = IdDict{Any,Any}()
const codes_world = Ref{UInt}(0)
const codes_lock = ReentrantLock() # guards both tables

"""
Returns the Code for a call of a concrete signature, Tuple{typeof(f), ...}. Returns nothing if no
method has this signature.
"""
find_code(signature) =
    with_codes() do world
        get!(codes, signature) do
            found = find_method(signature)
            found === nothing ? nothing : infer(found..., walk_parameters(world))
        end
    end

"Calls f(world) under a lock. Empties the tables first if methods have been defined since the last call."
with_codes(f) =
    lock(codes_lock) do
        world = Base.get_world_counter()
        if codes_world[] != world # because a method may have changed
            empty!(codes)
            empty!(globals_of)
            codes_world[] = world
        end
        f(world)
    end

function infer(method, types, parameters, options)
    source, _ = Core.Compiler.typeinf_code(method, types, parameters, true, options)
    source === nothing && return nothing
    make_code(method, source, parameters)
end

function make_code(method, source, parameters)
    statements = Any[own_node(s) for s in source.code]
    ranges, block_of = find_blocks(statements)
    for (i, s) in enumerate(statements)
        statements[i] = with_blocks(s, block_of)
    end
    successors = [find_successors(statements[last(r)], b, length(ranges)) for (b, r) in enumerate(ranges)]
    loops = find_loops(statements, ranges, block_of, successors)
    places = Any[0 < l <= length(source.linetable) ? source.linetable[l] : nothing for l in source.codelocs]
    Code(method, statements, collect(Any, source.ssavaluetypes), places, ranges, successors, block_of, loops,
         find_merges(statements, ranges, successors), find_present(statements), parameters)
end

function own_node(s)
    s isa Core.GotoNode && return Jump(s.label)
    s isa Expr || return s
    s.head === :gotoifnot && return Branch(s.args[1], s.args[2])
    s.head === :return && return Return(s.args[1])
    s.head === :unreachable && return Unreachable()
    s
end

is_end(s) = s isa Union{Jump,Branch,Return,Unreachable}

function find_present(statements)
    present, absent = BitSet(), BitSet()
    for s in statements
        narrows = s isa Core.PiNode && may_not_be_nothing(s.typ)
        each_operand((x, _) -> x isa Core.SSAValue && push!(narrows ? present : absent, x.id), s)
    end
    setdiff!(present, absent)
end

# Splits the statements into blocks. A block begins at each jump target and after each jump, branch
# or return.
function find_blocks(statements)
    n = length(statements)
    starts = BitSet(1)
    for (i, s) in enumerate(statements)
        is_end(s) && i < n && push!(starts, i + 1)
        s isa Jump && push!(starts, s.to)
        s isa Branch && push!(starts, s.otherwise)
        s isa Core.PhiNode && any(e -> e == i - 1, s.edges) && push!(starts, i)
    end
    first_of = collect(starts)
    ranges = [first_of[b]:(b < length(first_of) ? first_of[b+1] - 1 : n) for b in eachindex(first_of)]
    ranges, [searchsortedlast(first_of, i) for i in 1:n]
end

with_blocks(s::Jump, block_of) = Jump(block_of[s.to])
with_blocks(s::Branch, block_of) = Branch(s.condition, block_of[s.otherwise])
function with_blocks(s::Core.PhiNode, block_of)
    phi = Core.PhiNode(Any[block_of[e] for e in s.edges], Any[])
    resize!(phi.values, length(s.values))
    foreach(k -> isassigned(s.values, k) && (phi.values[k] = s.values[k]), eachindex(s.values))
    phi
end
with_blocks(s, block_of) = s

find_successors(s::Jump, block, count) = [s.to]
find_successors(s::Branch, block, count) = s.otherwise == block + 1 ? [block + 1] : [block + 1, s.otherwise]
find_successors(::Union{Return,Unreachable}, block, count) = Int[]
find_successors(s, block, count) = block < count ? [block + 1] : Int[]

# Returns, for each node, its dominators: the nodes on all paths from the roots to this node,
# including itself. Iterates until nothing changes, which is fast enough for the size of functions.
function dominators(edges, roots)
    n = length(edges)
    sets = [b in roots ? BitSet(b) : BitSet(1:n) for b in 1:n]
    sources = [findall(t -> b in edges[t], 1:n) for b in 1:n]
    changed = true
    while changed
        changed = false
        for b in 1:n
            b in roots && continue
            new = foldl(intersect, (sets[p] for p in sources[b]); init = BitSet(1:n))
            push!(new, b)
            new == sets[b] || (sets[b] = new; changed = true)
        end
    end
    sets
end

# Returns, for each block, its immediate postdominator: the nearest later block on every path from
# the block to a return, or 0 if there is none. Paths to blocks that throw do not count.
function find_merges(statements, ranges, successors)
    returns = [b for (b, r) in enumerate(ranges) if statements[last(r)] isa Return]
    n = length(ranges)
    reversed = [Int[] for _ in 1:n+1]
    for (b, targets) in enumerate(successors), t in targets
        push!(reversed[t], b)
    end
    append!(reversed[n+1], returns) # block n + 1 is a common end for all returns
    after = dominators(reversed, [n + 1])
    map(1:n) do b
        isempty(successors[b]) && return 0
        n + 1 in after[b] || return 0
        candidates = setdiff(after[b], BitSet((b, n + 1)))
        # The nearest postdominator is postdominated by all others.
        nearest = findfirst(c -> issubset(candidates, after[c]), collect(candidates))
        nearest === nothing ? 0 : collect(candidates)[nearest]
    end
end

function find_loops(statements, ranges, block_of, successors)
    before = dominators(successors, [1])
    reachable = reached_from(1, successors)
    bodies = Dict{Int,BitSet}()
    for latch in reachable, header in successors[latch]
        header in before[latch] || continue
        union!(get!(BitSet, bodies, header), loop_body(header, latch, successors, reachable))
    end
    Dict(header => Loop(header, body, loop_exits(body, successors), find_liveouts(statements, block_of, body))
         for (header, body) in bodies)
end

function reached_from(start, successors)
    seen, todo = BitSet(start), [start]
    while !isempty(todo)
        for t in successors[pop!(todo)]
            t in seen || (push!(seen, t); push!(todo, t))
        end
    end
    seen
end

# Returns the blocks from which the latch can be reached without passing through the header.
function loop_body(header, latch, successors, reachable)
    body, todo = BitSet((header, latch)), latch == header ? Int[] : [latch]
    while !isempty(todo)
        b = pop!(todo)
        for p in reachable
            b in successors[p] && !(p in body) && (push!(body, p); push!(todo, p))
        end
    end
    body
end

loop_exits(body, successors) = sort!(unique!([t for b in body for t in successors[b] if !(t in body)]))

function find_liveouts(statements, block_of, body)
    used = BitSet()
    for (i, s) in enumerate(statements)
        block_of[i] in body && continue
        each_operand(s) do x, edge
            # If the edge of a phi leaves the loop, the phi takes its value at the exit already.
            x isa Core.SSAValue && block_of[x.id] in body && !(edge in body) && push!(used, x.id)
        end
    end
    collect(used)
end

"""
Calls f(operand, edge) for the operands of a statement. For a phi, `edge` is the block from which
this operand comes. For other statements it is 0.
"""
each_operand(f, s::Core.PhiNode) =
    foreach(k -> isassigned(s.values, k) && f(s.values[k], s.edges[k]), eachindex(s.values))
each_operand(f, s::Core.PiNode) = f(s.val, 0)
each_operand(f, s::Branch) = f(s.condition, 0)
each_operand(f, s::Return) = f(s.value, 0)
function each_operand(f, s::Expr)
    for (k, x) in enumerate(s.args)
        k == 1 && s.head === :invoke && continue # skips the method, which the walk finds itself
        x isa Expr ? each_operand(f, x) : f(x, 0)
    end
end
each_operand(f, s) = f(s, 0)

"Returns the methods in user modules that a call of an object of type T may run."
function user_methods(T)
    found = Base._methods_by_ftype(Tuple{T,Vararg{Any}}, -1, Base.get_world_counter())
    methods = (x isa Core.SimpleVector ? x[3] : x.method for x in found)
    Method[m for m in methods if is_user(m.module)]
end

"Calls f(g) for each defined global name g, a GlobalRef, in the code of a method."
function each_global(f, method)
    isdefined(method, :source) || return # a generated function has no source of its own
    source = isdefined(Base, :uncompressed_ast) ? Base.uncompressed_ast(method) : Base.uncompressed_ir(method)
    visit(x) = x isa Expr ? foreach(visit, x.args) :
               x isa GlobalRef ? (isdefined(x.mod, x.name) && f(x); nothing) : each_operand((y, _) -> y === x || visit(y), x)
    foreach(visit, source.code)
end

is_argument(x) = x isa Core.SlotNumber
argument_number(x) = x.id

"Whether a value of this inferred type is never nothing."
may_not_be_nothing(T) = !(Nothing <: Core.Compiler.widenconst(T))

"""
Returns the typed IR of a call of f with arguments of these types, as text. It shows calls of Julia
functions with their inferred types.
"""
function typed_text(f, arguments...)
    options = Core.Compiler.CustomParams(Base.get_world_counter(); aggressive_constant_propagation = true)
    code, result = only(code_typed(f, map(Core.Typeof, arguments); optimize = false, params = options))
    sprint(io -> show(io, MIME"text/plain"(), code => result))
end

"Whether objects of the type are mutable."
is_mutable_type(T) = isdefined(Base, :ismutabletype) ? Base.ismutabletype(T) : T.mutable

"Returns n, where the first n fields of the type are defined in every object."
num_always_set(T) = hasfield(DataType, :ninitialized) ? T.ninitialized : fieldcount(T) - T.name.n_uninitialized

make_object(T, fields) = ccall(:jl_new_structv, Any, (Any, Ptr{Any}, UInt32), T, fields, length(fields))
