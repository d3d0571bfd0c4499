# Loops. If only host values decide how a loop runs, it is unrolled: it runs while the function is
# compiled, and each iteration is recorded. If it has more iterations than the option `unroll`
# allows, it becomes an lz_while with a counter. If a computed value decides how a loop runs, it
# becomes an lz_while that carries the values of the loop's phis.

# A walk through a loop ends at the header or at an exit. It cannot end at a return, because each
# block of a loop leads back to the header.
loop_region(loop) = Region([loop.header; loop.exits], [[Int[]]; [loop.liveouts for _ in loop.exits]])

"""
Runs a loop. The phis of its header have their values for the entry. Returns the block that follows
the loop, or the Outcome of the outer region.
"""
function run_loop(frame, loop, outer)
    region = loop_region(loop)
    course = foresee(frame, loop)
    if course !== nothing && course.returns >= frame.walk.unroll
        rolled = try_counted(frame, loop, region, course)
        rolled === nothing || return follow(frame, region, rolled, outer)
    end
    follow(frame, region, unroll(frame, loop, region), outer)
end

const most_unrolled = 100_000

# Walks through one iteration after another. If a computed value decides how an iteration ends, this
# iteration and all later ones become an lz_while (`roll`).
function unroll(frame, loop, region)
    for _ in 1:most_unrolled
        before, written = copy(frame.values), mark(frame.walk.listing)
        outcome = run_block(frame, loop.header, 0, region; header = loop.header)
        outcome.values[1] === undefined && return outcome
        if outcome.next isa Int
            enter!(frame, region, outcome, loop.header)
        else
            copyto!(frame.values, before)
            rewind!(frame.walk.listing, written)
            return roll(frame, loop, region, outcome)
        end
    end
    cannot(frame, "a loop has more than $most_unrolled iterations that cannot be one loop of the program",
           "let its body depend on the counter in arrays only, not in shapes or types")
end

# Values that a loop carries.

"""
The state that a loop carries. `entry` has the values of the phis at the entry. `changes` has a flag
for each number or array in them, in the order of map_leaves: true if an iteration changes it.
`body` is the function being recorded, with `parameters` for the changing values. `outcome` is the
end of one iteration.
"""
struct Carried
    entry::Vector{Any}
    changes::Vector{Bool}
    body::Any
    parameters::Vector{Any}
    outcome::Outcome
end

is_carried(v) = v isa LazuliArray || (v isa Number && type_of(v) <: Lazuli.ElementType)
carried_leaves(list) = reduce(vcat, (leaves(is_carried, v) for v in list); init = Any[])

"Returns the values of the phis at the entry, with the changing leaves replaced by `new`."
function with_changes(entry, changes, new)
    k = j = 0
    Any[map_leaves(is_carried, v) do x
            k += 1
            changes[k] ? like(x, new[j += 1]) : x
        end for v in entry]
end

# Walks through one iteration with placeholders for the values that change. Repeats the walk with
# more placeholders until no other value changes. `lead` has the types of extra parameters at the
# front.
function carry(frame, loop, region, next; lead = (), forced = nothing)
    entry = Any[frame.values[i] for i in phis(frame.code, loop.header)]
    before, written = carried_leaves(entry), mark(frame.walk.listing)
    changes = changed(frame, entry, next, falses(length(before)))
    while true
        body = Lazuli.begin_function("body")
        parameters = Any[Lazuli.placeholder(body, t) for t in lead]
        append!(parameters, Lazuli.placeholder(body, Lazuli.ArrayType(leaf_type(x), leaf_size(x)...))
                            for (x, c) in zip(before, changes) if c)
        name_state!(frame.walk.listing, parameters[length(lead)+1:end])
        outcome = walk_iteration(frame, loop, region, with_changes(entry, changes, parameters[length(lead)+1:end]), forced)
        outcome.values[1] === undefined && return Carried(entry, changes, body, parameters, outcome)
        now = changed(frame, entry, outcome.values[1], changes)
        now == changes && return Carried(entry, changes, body, parameters, outcome)
        changes = now
        rewind!(frame.walk.listing, written)
    end
end

function walk_iteration(frame, loop, region, state, forced)
    arm = fork(frame)
    arm.forced = forced
    for (i, v) in zip(phis(frame.code, loop.header), state)
        arm.values[i] = v
    end
    walk_way(() -> run_block(arm, loop.header, 0, region; header = loop.header), frame, "loop")
end

leaf_type(x) = is_array(x) ? eltype(x) : type_of(x)
leaf_size(x) = is_symbolic(x) ? size(x.array) : size(x)

# Returns `changes` with flags added for the values that differ between the entry and `next`.
function changed(frame, entry, next, changes)
    next === undefined && return changes
    refuse(reason) = cannot(frame, "a variable of a loop that the program runs has no one type: it is $reason, before the loop " *
                            "and behind an iteration", "give it its last type before the loop: 0f0 instead of 0, an array of the " *
                            "final size")
    foreach((a, b) -> merge_values((x, y) -> x, refuse, a, b), entry, next)
    old, new = carried_leaves(entry), carried_leaves(next)
    Bool[c || !(x === y) for (c, x, y) in zip(changes, old, new)]
end

"Returns the changing values as arrays."
changing(list, changes) = Any[as_array(x, x) for (x, c) in zip(carried_leaves(list), changes) if c]

# Loops whose end depends on a computed value.

function roll(frame, loop, region, trial)
    ndims(trial.next.array) == 0 || cannot(frame, "a loop runs until a number of each element is so", "let all elements take as many " *
                                           "iterations, or loop over whole arrays")
    ends_at_header(frame.code, loop) && return roll_simple(frame, loop, region, trial)
    roll_general(frame, loop, region, trial)
end

ends_at_header(code, loop) =
    length(loop.exits) == 1 && all(b -> b == loop.header || issubset(code.successors[b], loop.blocks), loop.blocks) &&
    code.statements[last(code.blocks[loop.header])] isa Branch

# Records a loop that only ends at its header, as `while condition ... end` does. The condition
# becomes a function of its own. The values of the header are computed once more after the loop.
function roll_simple(frame, loop, region, trial)
    written = mark(frame.walk.listing)
    carried = carry(frame, loop, region, trial.values[1])
    rewind!(frame.walk.listing, written)
    header = frame.code.statements[last(frame.code.blocks[loop.header])]
    into = header.otherwise in loop.blocks ? header.otherwise : loop.header + 1
    types = map(Lazuli.ArrayType, carried.parameters)
    condition = recorded("condition", types) do parameters...
        name_state!(frame.walk.listing, parameters)
        arm, predicate = at_header(frame, loop, with_changes(carried.entry, carried.changes, parameters), "while")
        into == header.otherwise ? (!predicate).array : condition_array(arm, predicate)
    end
    body = recorded("body", types) do parameters...
        name_state!(frame.walk.listing, parameters)
        arm, _ = at_header(frame, loop, with_changes(carried.entry, carried.changes, parameters), "do")
        outcome = walk_way(() -> run_block(arm, into, loop.header, region), frame, "")
        changing(outcome.values[1], carried.changes)
    end
    results = record_while(condition, body, changing(carried.entry, carried.changes))
    note_result!(frame.walk.listing, "end", Tuple(results))
    arm, _ = at_header(frame, loop, with_changes(carried.entry, carried.changes, results), "")
    copyto!(frame.values, arm.values)
    arrive(frame, region, loop.exits[1], loop.header)
end

function at_header(frame, loop, state, title)
    arm = fork(frame)
    foreach((i, v) -> arm.values[i] = v, phis(frame.code, loop.header), state)
    branch = walk_way(() -> run_statements(arm, loop.header), frame, title)
    arm, value(arm, branch.condition)
end

# Records any other loop. It carries the number of the next block, and the values that the blocks
# after the loop need.
function roll_general(frame, loop, region, trial)
    carried = carry(frame, loop, region, trial.values[1]; lead = (Lazuli.ArrayType(Int32),))
    outcome = carried.outcome
    outcome.next isa Element || cannot(frame, "a loop of the program has no end", "let its condition depend on what it computes")
    behind = reduce(vcat, (leaves(is_leaf, v) for values in outcome.values[2:end] for v in listed(values)); init = Any[])
    parameters = [carried.parameters; Any[Lazuli.placeholder(carried.body, Lazuli.ArrayType(array_of(x))) for x in behind]]
    results = Any[array_of(outcome.next), changing(outcome.values[1], carried.changes)..., map(array_of, behind)...]
    types = map(Lazuli.ArrayType, parameters)
    body = Lazuli.finish_function(carried.body, "body", types, Tuple(results))
    condition = recorded((next, _...) -> (Element(next) == Int32(loop.header)).array, "condition", types)
    start = Any[Lazuli.scalar(Int32, loop.header), changing(carried.entry, carried.changes)...,
                (as_array(undefined, x) for x in behind)...]
    found = record_while(condition, body, start)
    note_result!(frame.walk.listing, "end", Tuple(found))
    values = found[length(carried.parameters)+1:end]
    next = length(loop.exits) == 1 ? loop.exits[1] : Element(found[1])
    exits = Any[v === undefined ? v : Any[map_leaves(y -> like(y, popfirst!(values)), is_leaf, x) for x in v]
                for v in outcome.values[2:end]]
    Outcome(next, [undefined; exits])
end
listed(values) = values === undefined ? Any[] : values

"Records a call of f with placeholders of these types. f returns an array or a list of arrays."
function recorded(f, name, types)
    handle = Lazuli.begin_function(name)
    results = f((Lazuli.placeholder(handle, t) for t in types)...)
    Lazuli.finish_function(handle, name, types, results isa LazuliArray ? (results,) : Tuple(results))
end

record_while(condition, body, start) =
    collect(Any, Lazuli.record_all("while", Tuple(start), length(start); functions = (condition, body)))

# Loops that depend only on host values.

"""
How a loop will run. `returns` is how often it goes back to its header, and `branches` are the
directions that its branches take in each of these iterations. At the end, the loop goes from block
`from` to block `exit`. `values` has the last values of the statements that the branches depend on.
"""
struct Course
    returns::Int
    branches::Dict{Int,Bool}
    exit::Int
    from::Int
    values::Vector{Any}
end

# Runs only the statements that the branches of the loop depend on, and returns the Course. Returns
# nothing if such a value is not known now, if the branches differ between iterations, or if there
# is an inner loop.
function foresee(frame, loop)
    code = frame.code
    any(l -> l.header != loop.header && l.header in loop.blocks, values(code.loops)) && return nothing
    needed = deciding(code, loop)
    needed === nothing && return nothing
    run, block, from, returns = fork(frame), loop.header, 0, 0
    taken, branches = Dict{Int,Bool}(), nothing
    while block in loop.blocks
        if block == loop.header && from != 0
            branches === nothing ? (branches = taken) : branches == taken || return nothing
            taken, returns = Dict{Int,Bool}(), returns + 1
            returns < 10_000_000 || return nothing
        end
        set_needed_phis!(run, block, from, needed) || return nothing
        next = run_needed(run, block, needed, taken)
        next === nothing && return nothing
        block, from = next, block
    end
    Course(returns, branches === nothing ? taken : branches, block, from, run.values)
end

# Returns the statements of the loop that its branches depend on.
function deciding(code, loop)
    needed, todo = BitSet(), Int[]
    need(x) = x isa Core.SSAValue && code.block_of[x.id] in loop.blocks && !(x.id in needed) && (push!(needed, x.id); push!(todo, x.id))
    for b in loop.blocks
        s = code.statements[last(code.blocks[b])]
        s isa Branch && need(s.condition)
    end
    while !isempty(todo)
        each_operand((x, _) -> need(x), code.statements[pop!(todo)])
    end
    needed
end

is_host(v) = v isa Union{Number,Nothing,Symbol,Type,Core.Builtin,Core.IntrinsicFunction,Tuple,AbstractRange,Function} && !has_traced(v)

function set_needed_phis!(frame, block, from, needed)
    new = [i => (from == 0 ? saved(frame, i) : phi_value(frame, i, from))
           for i in phis(frame.code, block) if i in needed]
    all(p -> p[2] === undefined || is_host(p[2]), new) || return false
    foreach(p -> frame.values[p[1]] = p[2], new)
    true
end

function run_needed(frame, block, needed, taken)
    for i in frame.code.blocks[block]
        s = frame.code.statements[i]
        if s isa Branch
            condition = value(frame, s.condition)
            condition isa Bool || return nothing
            taken[block] = condition
            return condition ? block + 1 : s.otherwise
        end
        s isa Jump && return s.to
        s isa Union{Return,Unreachable} && return nothing
        (s isa Core.PhiNode || !(i in needed)) && continue
        operands = Any[]
        each_operand((x, _) -> push!(operands, value(frame, x)), s)
        all(is_host, operands) || return nothing
        frame.values[i] = statement(frame, s)
    end
    block + 1
end

function try_counted(frame, loop, region, course)
    try
        roll_counted(frame, loop, region, course)
    catch error
        error isa CannotCompile && course.returns <= most_unrolled ? nothing : rethrow()
    end
end

"""
Records a loop of a known number of iterations as an lz_while. All complete iterations take the same
branches. The last one may leave the loop earlier. It is part of the lz_while if the code after the
loop only uses values that the loop carries. Otherwise it is recorded separately after the lz_while.
"""
function roll_counted(frame, loop, region, course)
    carried = carry(frame, loop, region, undefined; lead = (Lazuli.ArrayType(Int64),), forced = course.branches)
    kept = carried_statements(frame, loop, course)
    iterations = kept === nothing ? course.returns : course.returns + 1
    counter = Element(carried.parameters[1])
    results = Any[(counter + 1).array, changing(carried.outcome.values[1], carried.changes)...]
    types = map(Lazuli.ArrayType, carried.parameters)
    body = Lazuli.finish_function(carried.body, "body", types, Tuple(results))
    condition = recorded((k, _...) -> (Element(k) < iterations).array, "condition", types)
    start = Any[Lazuli.scalar(Int64, 0), changing(carried.entry, carried.changes)...]
    found = record_while(condition, body, start)
    note_result!(frame.walk.listing, "end", Tuple(found))
    state = with_changes(carried.entry, carried.changes, found[2:end])
    leave_counted(frame, loop, region, course, state, kept)
end

# Returns the statements whose values the phis of the header get at the end of an iteration, with
# the number of the phi. Returns nothing if the code after the loop uses any other value of the
# loop.
function carried_statements(frame, loop, course)
    code = frame.code
    latches = [b for b in loop.blocks if loop.header in code.successors[b]]
    length(latches) == 1 || return nothing
    kept = Dict{Int,Int}()
    for (k, i) in enumerate(phis(code, loop.header))
        phi = code.statements[i]
        x = phi.values[findfirst(==(latches[1]), phi.edges)]
        x isa Core.SSAValue && get!(kept, x.id, k)
    end
    decided = deciding(code, loop)
    known(x) = !(x isa Core.SSAValue) || !(code.block_of[x.id] in loop.blocks) || haskey(kept, x.id) || x.id in decided
    used = Any[Core.SSAValue(i) for i in loop.liveouts]
    for i in phis(code, course.exit)
        phi = code.statements[i]
        k = findfirst(==(course.from), phi.edges)
        k === nothing || push!(used, phi.values[k])
    end
    all(known, used) ? kept : nothing
end

function leave_counted(frame, loop, region, course, state, kept)
    decided = deciding(frame.code, loop)
    if kept === nothing
        for (i, v) in zip(phis(frame.code, loop.header), state)
            frame.values[i] = i in decided ? course.values[i] : v
        end
        return run_block(frame, loop.header, 0, region; header = loop.header)
    end
    foreach(i -> isassigned(course.values, i) && (frame.values[i] = course.values[i]), decided)
    for (i, k) in kept
        i in decided || (frame.values[i] = state[k])
    end
    arrive(frame, region, course.exit, course.from)
end
