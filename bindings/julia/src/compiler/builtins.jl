# Builtins of Julia on values of a walk.

builtin(frame, f, arguments) = builtin_call(frame, f, arguments...)

function builtin_call(frame, f, arguments...)
    any(is_symbolic, arguments) || return host_builtin(frame, f, arguments)
    cannot(frame, "the builtin $f has no meaning for a number that the program computes",
           "use a function of numbers that Lazuli records")
end

function host_builtin(frame, f, arguments)
    f in (setfield!, Core.arrayset) && check_change(frame, f === setfield! ? arguments[1] : arguments[2])
    f(arguments...)
end

builtin_call(frame, ::typeof(typeof), x) = is_symbolic(x) ? type_of(x) : typeof(x)
builtin_call(frame, ::typeof(isa), x, T) = is_symbolic(x) ? type_of(x) <: T : isa(x, T)
builtin_call(frame, ::typeof(tuple), values...) = tuple_of(values)
builtin_call(frame, ::typeof(Core.ifelse), condition, a, b) = choose_value(frame, condition, a, b)
builtin_call(frame, ::typeof(nfields), x) = is_symbolic(x) ? length(fields_of(x)) : nfields(x)

builtin_call(frame, ::typeof(isdefined), x, name) =
    x isa Aggregate ? (name isa Symbol ? hasfield(x.T, name) : 1 <= name <= length(x.fields)) : isdefined(x, name)

function builtin_call(frame, ::typeof(typeassert), x, T)
    builtin_call(frame, isa, x, T) && return x
    throw(TypeError(:typeassert, "", T, lower(x)))
end

function builtin_call(frame, ::typeof(getfield), x, name, checked...)
    is_symbolic(name) && cannot(frame, "a field or an element of $(describe(x)) is chosen by a number that the program computes",
                                "keep what is chosen from in one array, and index that")
    x isa Core.Box && cannot(frame, reason_for_box()...)
    if x isa Module
        return global_value(frame, x, name)
    elseif x isa Optional
        return builtin_call(frame, getfield, x.value, name)
    elseif x isa Aggregate
        return x.fields[name isa Symbol ? Base.fieldindex(x.T, name) : checked_index(x, name)]
    end
    raise_number(getfield(x, name))
end
checked_index(x, i) = 1 <= i <= length(x.fields) ? i : throw(BoundsError(x.fields, i))
raise_number(v) = is_array(v) && ndims(v) == 0 ? Element(v) : v

function builtin_call(frame, ::typeof(===), a, b)
    is_symbolic(a) || is_symbolic(b) || return a === b
    a === nothing && return builtin_call(frame, ===, b, a)
    b === nothing && return a isa Optional && record_call(frame, !, Any[a.present])
    type_of(a) == type_of(b) || return false
    a isa Number && b isa Number && return record_call(frame, ==, Any[a, b])
    same = Any[builtin_call(frame, ===, x, y) for (x, y) in zip(fields_of(a), fields_of(b))]
    reduce((x, y) -> call(frame, &, Any[x, y]), same; init = true)
end

builtin_call(frame, ::typeof(setfield!), x, name, v) =
    x isa Core.Box ? cannot(frame, reason_for_box()...) : store(frame, setfield!, x, v, (x, name, v))
builtin_call(frame, ::typeof(Core.arrayset), checked, x, v, indices...) = store(frame, Core.arrayset, x, v, (checked, x, v, indices...))

function store(frame, f, x, v, arguments)
    any(is_symbolic, arguments) && cannot(frame, "$(describe(v)) is stored in an object of Julia's, $(typeof(x))",
                                          "keep it in a variable, a tuple or an array of Lazuli")
    host_builtin(frame, f, arguments)
end

function builtin_call(frame, ::typeof(Core.arrayref), checked, x, indices...)
    any(is_symbolic, indices) && cannot(frame, "an array of Julia's is indexed by a number that the program computes",
                                        "make it a LazuliArray")
    raise_number(Core.arrayref(checked, x, indices...))
end

builtin_call(frame, ::typeof(Core._apply), f, lists...) = call(frame, f, splat(frame, lists))
builtin_call(frame, ::typeof(Core._apply_iterate), iterate, f, lists...) = call(frame, f, splat(frame, lists))
builtin_call(frame, ::typeof(invoke), f, types, arguments...) = call(frame, f, collect(Any, arguments))

function splat(frame, lists)
    all_values = Any[]
    for list in lists
        if list isa Aggregate
            append!(all_values, list.fields)
        elseif is_array(list)
            append!(all_values, (element_of(frame, list, i) for i in 1:length(list)))
        elseif list isa Element
            push!(all_values, list)
        else
            append!(all_values, map(raise_number, collect(Any, list)))
        end
    end
    all_values
end

builtin_call(frame, ::typeof(throw), error) = throw(error)
