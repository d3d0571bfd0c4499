# How a walk handles a call. The first line that fits applies:
#
#   an intrinsic or a builtin of Julia              by the tables below and in builtins.jl
#   a call with only host values                    it runs now
#   a call with a rule of its own                   special_call
#   a function of this package, or a broadcast      it runs on placeholders, which records its ops
#   a function of Julia, if no argument is a        the same
#   number of the program or has a user's type
#   any other function                              the walk goes into its typed IR

function call(frame, f, arguments)
    f isa Core.IntrinsicFunction && return intrinsic(frame, f, arguments)
    f isa Core.Builtin && return unseen(builtin)(frame, f, arguments)
    has_traced(f) || any(has_traced, arguments) || return host_call(frame, f, arguments)
    special = unseen(special_call)(frame, f, arguments)
    special === nothing || return something(special)
    records(f, arguments) && return record_call(frame, f, arguments)
    walk_call(frame, f, arguments)
end

function host_call(frame, f, arguments)
    unseen(check_changes)(frame, f, arguments)
    raise_number(unseen(run_now)(() -> f(arguments...), frame, f, arguments))
end
ends_with_bang(f) = f isa Function && endswith(string(nameof(f)), "!")
is_mutable(x) = has_leaf(y -> !(y isa Union{Type,Module,Symbol,AbstractString}) && is_mutable_type(typeof(y)), x)

# True for Julia's own modules, whose functions can run on placeholders.
is_library(m::Module) = (root = Base.moduleroot(m); root === Base || root === Core || is_standard(root))
const standard_libraries = Set(Symbol.(readdir(Sys.STDLIB)))
is_standard(root::Module) = nameof(root) in standard_libraries
is_package(m::Module) = Base.moduleroot(m) === Base.moduleroot(Lazuli) && !is_below(m, Compiler)
is_below(m, top) = m === top || (parentmodule(m) !== m && is_below(parentmodule(m), top))
is_user(m::Module) = !is_library(m) && Base.moduleroot(m) !== Base.moduleroot(Lazuli)

"""
Whether a type is defined in a user's module, or has such a type as a parameter. Its objects may be
functions that the user defined.
"""
is_user_type(T, depth = 0) = false
is_user_type(T::Union, depth = 0) = is_user_type(T.a, depth) || is_user_type(T.b, depth)
is_user_type(T::UnionAll, depth = 0) = is_user_type(Base.unwrap_unionall(T), depth)
is_user_type(T::DataType, depth = 0) =
    is_user(T.name.module) || (depth < 10 && any(p -> is_user_type(p, depth + 1), T.parameters))

signature(f, arguments) = Tuple{type_of(f),map(type_of, arguments)...}

# Returns true for functions of Julia that return the elements of an array one after another.
gives_elements(f) = f === iterate || f === first || f === last

# Returns true if the function can be called with placeholders, which records its ops. Otherwise the
# walk goes through the code of the function.
function records(f, arguments)
    gives_elements(f) && return false
    is_lowerable(f) && all(is_lowerable, arguments) || return false
    lowered = lowered_types(f, arguments)
    found = find_method(lowered)
    found === nothing && return false
    home = found[1].module
    is_package(home) && return true
    home === Base.Broadcast && return true
    is_library(home) || return false
    !any(is_symbolic, arguments) && !is_symbolic(f) && !any(is_user_type, lowered.parameters)
end

"""
Converts arguments for functions of this package. A number of the program is passed as an Element.
It becomes an array without dimensions if it is in a struct, or if another argument is an array.
"""
objects(arguments) = (mixed = any(is_array, arguments); Any[mixed && x isa Element ? x.array : object(x) for x in arguments])
object(x::Aggregate) = lower(x)
object(x) = x

lowered_types(f, arguments) = Tuple{Core.Typeof(object(f)),map(Core.Typeof, objects(arguments))...}

function record_call(frame, f, arguments)
    file, line = file_and_line(user_frame(frame))
    callee, given = object(f), objects(arguments)
    unseen(check_changes)(frame, f, given)
    record() = Lazuli.at_place(() -> task_local_storage(() -> callee(given...), :lazuli_frame, frame), file, line)
    result = try
        unseen(run_now)(record, frame, callee, given)
    catch error
        error isa Lazuli.OutsideArray && cannot(frame, reason_for_array(error)...)
        reads_placeholder(error) || rethrow()
        cannot(frame, "$(callee_name(f)) reads the elements of an array, which are known only when the program runs",
               "use functions of whole arrays, or element(x, i) for an element that stays in the program"; cause = error)
    end
    result = raise(result)
    note!(frame.walk.listing, callee, given, result)
    result
end

reads_placeholder(error) = error isa Lazuli.LazuliError && error.code == Raw.LZ_FAILED_PRECONDITION
callee_name(f) = f isa Function ? string(nameof(f)) : string(nameof(f isa Aggregate ? f.T : f isa Type ? f : typeof(f)))

function walk_call(frame, f, arguments)
    types = signature(f, arguments)
    code = infer_call(frame, f, types)
    code === nothing && return no_method(frame, f, arguments)
    frame.walk.methods[types] = code.method
    walk(code, bind_arguments(code.method, Any[f; arguments]), frame)
end

function infer_call(frame, f, types)
    try
        find_code(types)
    catch error
        error isa ErrorException || rethrow()
        cannot(frame, "Julia infers no types for $(callee_name(f))", "let each variable have one type: 0f0 where a Float32 is added " *
               "to it, not 0"; cause = error)
    end
end

# No method takes the arguments as numbers. A function of this package that takes arrays of any rank
# may still take them as arrays without dimensions.
function no_method(frame, f, arguments)
    lowered = map(lower, arguments)
    found = find_method(Tuple{Core.Typeof(object(f)),map(Core.Typeof, lowered)...})
    found === nothing || !is_package(found[1].module) || return record_call(frame, f, lowered)
    cannot(frame, "no method of $(callee_name(f)) takes ($(join(map(shown_type, arguments), ", ")))",
           "a call that depends on computed values has one type of arguments, which a method must take")
end
shown_type(x) = string("::", type_of(x))

"Converts arguments to the slots of a method: the arguments of a vararg become one tuple."
function bind_arguments(method, arguments)
    method.isva || return arguments
    n = Int(method.nargs) - 1
    Any[arguments[1:n]; Any[tuple_of(arguments[n+1:end])]]
end

field_type(v) = v isa Type ? typeof(v) : type_of(v)
tuple_of(values) = any(is_symbolic, values) ? Aggregate(Tuple{map(field_type, values)...}, collect(Any, values)) : Tuple(values)

"""
    Compiler.apply(f, arguments...)

Calls a function that was passed to a function of this package, such as a loss. During a walk, the
walk goes into the function, so that it may branch on computed values. Otherwise this is a plain
call.
"""
function apply(f, arguments...)
    frame = get(task_local_storage(), :lazuli_frame, nothing)
    frame === nothing ? f(arguments...) : lower_all(call(frame, f, Any[raise(x) for x in arguments]))
end

"""
    Compiler.apply_elements(f, elements...)

Walks through the function of a broadcast or a reduction. This is for functions that cannot be
called with an Element, because they branch on it or only have methods for Julia's numbers. A branch
is recorded as selects, which choose for each element.
"""
function apply_elements(f, elements...)
    frame = get(task_local_storage(), :lazuli_frame, nothing)
    caller = frame === nothing ? root_frame(Walk()) : frame
    elements_of(walk_call(caller, f, collect(Any, elements)))
end
elements_of(v) = v
elements_of(v::Aggregate) = make(v.T, Any[elements_of(x) for x in v.fields])

# Calls with a rule of their own, because Julia's methods would do something else.

"Returns Some(result) for a call with a rule of its own, and nothing for all other calls."
special_call(frame, f, arguments) = nothing
special_call(frame, ::typeof(getindex), arguments) = special_getindex(frame, arguments...)
special_getindex(frame, x::Element) = Some(x)
special_getindex(frame, x, indices...) = nothing
special_getindex(frame, x::LazuliArray, i::Union{Integer,Element}, others::Union{Integer,Element}...) = Some(element_of(frame, x, i, others...))
function special_getindex(frame, x::LazuliArray, indices...)
    any(i -> i isa Element, indices) || return nothing
    Some(record_call(frame, getindex, Any[x; Any[lower(i) for i in indices]]))
end

function element_of(frame, x, indices...)
    any(i -> i isa Element, indices) || return record_call(frame, Lazuli.element, Any[x, indices...])
    record_call(frame, getindex, Any[x; Any[i isa Element ? i.array : Lazuli.scalar(Int, i) for i in indices]])
end

special_call(frame, ::typeof(convert), arguments) =
    arguments[1] isa Type{<:Number} && arguments[2] isa Element ? Some(as_number(frame, arguments...)) : nothing
function special_call(frame, T::Type, arguments)
    T <: Number && length(arguments) == 1 && arguments[1] isa Element ? Some(as_number(frame, T, arguments[1])) : nothing
end
as_number(frame, T, x) = type_of(x) <: T ? x : record_call(frame, Lazuli.as_element, Any[T, x])

# The walk represents a parameter without dimensions as an Element. Gradients need it as an array.
special_call(frame, f::Union{typeof(Lazuli.gradient),typeof(Lazuli.withgradient)}, arguments) =
    any(is_symbolic, arguments) ? Some(record_call(frame, f, map(lower, arguments))) : nothing

# A comprehension or a map runs element by element if it iterates over a host value.
special_call(frame, ::typeof(collect), arguments) = length(arguments) == 1 ? collected(frame, arguments[1]) : nothing
special_call(frame, ::typeof(Base.collect_similar), arguments) = collected(frame, arguments[2])

function collected(frame, generator)
    type_of(generator) <: Base.Generator || return nothing
    f, over = fields_of(generator)
    has_traced(over) && return nothing
    sources = unseen(collect)(over)
    elements = Any[call(frame, f, Any[x]) for x in sources]
    any(is_symbolic, elements) || return Some(reshape(map(identity, elements), size(sources)))
    all(x -> x isa Number && type_of(x) == type_of(elements[1]), elements) ||
        cannot(frame, "a comprehension makes an array of " * join(unique(map(describe, elements)), " and "),
               "let all elements be arrays, or numbers of one type")
    Some(record_call(frame, array_of_numbers, Any[map(array_of_number, elements), size(sources)]))
end
array_of_number(x::Element) = x.array
array_of_number(x) = Lazuli.scalar(typeof(x), x)
array_of_numbers(numbers, dims) = unseen(reshape)(unseen(vcat)((reshape(x, 1) for x in numbers)...), dims)

special_call(frame, ::typeof(ifelse), arguments) = Some(choose_value(frame, arguments...))

function choose_value(frame, condition, a, b)
    condition isa Bool && return condition ? a : b
    refuse(reason) = cannot(frame, "ifelse chooses between values of no common type: $reason", "give both the same type and size")
    predicate = condition_array(frame, condition)
    merge_values((x, y) -> like(x, Lazuli.choose(predicate, as_array(x, y), as_array(y, x))), refuse, a, b)
end

# The intrinsics of Julia for numbers, with the functions that do the same for an Element.
const intrinsics = IdDict{Any,Any}(getfield(Core.Intrinsics, name) => f for (name, f) in (
    :add_int => +, :sub_int => -, :mul_int => *, :neg_int => -, :sdiv_int => div, :udiv_int => div, :srem_int => rem, :urem_int => rem,
    :checked_sdiv_int => div, :checked_udiv_int => div, :checked_srem_int => rem, :checked_urem_int => rem,
    :and_int => &, :or_int => |, :xor_int => xor, :not_int => ~, :shl_int => <<, :lshr_int => >>>, :ashr_int => >>,
    :eq_int => ==, :ne_int => !=, :slt_int => <, :sle_int => <=, :ult_int => <, :ule_int => <=,
    :add_float => +, :sub_float => -, :mul_float => *, :div_float => /, :rem_float => rem, :neg_float => -, :abs_float => abs,
    :eq_float => ==, :ne_float => !=, :lt_float => <, :le_float => <=, :fpiseq => isequal, :fpislt => isless,
    :sqrt_llvm => sqrt, :floor_llvm => floor, :ceil_llvm => ceil, :trunc_llvm => trunc, :rint_llvm => round,
    :muladd_float => muladd, :fma_float => fma) if isdefined(Core.Intrinsics, name))

# Intrinsics that convert numbers. Their first argument is the new type.
const conversions = IdDict{Any,Nothing}(getfield(Core.Intrinsics, name) => nothing for name in
    (:sitofp, :uitofp, :fptosi, :fptoui, :fptrunc, :fpext, :sext_int, :zext_int, :trunc_int))

function intrinsic(frame, f, arguments)
    any(is_symbolic, arguments) || return f(arguments...)
    haskey(intrinsics, f) && return record_call(frame, intrinsics[f], arguments)
    haskey(conversions, f) && return as_number(frame, arguments...)
    cannot(frame, "the intrinsic $f has no op for numbers that the program computes",
           "use a function of numbers that Lazuli records: docs/languages/julia.md lists them")
end
