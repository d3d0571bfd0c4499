# Prints what a walk has recorded, for users: one line for each recorded call, with the types and
# sizes of its results.

"The lines written so far, and the names of arrays in them. Nothing is written unless `wanted`."
mutable struct Listing
    wanted::Bool
    lines::Vector{String}
    names::IdDict{Any,String}
    depth::Int
end
Listing(wanted) = Listing(wanted, String[], IdDict{Any,String}(), 1)

"Writes a line for a call that makes new arrays or numbers. Their names are %1, %2, ..."
function note!(listing::Listing, f, arguments, result)
    listing.wanted || return
    found, given = leaves(is_leaf, result), IdDict(array_of(x).handle => nothing for x in leaves(is_leaf, Tuple(arguments)))
    is_known(x) = (handle = array_of(x).handle; haskey(listing.names, handle) || haskey(given, handle))
    (isempty(found) || any(is_known, found)) && return
    text = f === Base.Broadcast.materialize ? value_text(listing, arguments[1]) :
           string(callee_text(f), "(", join((value_text(listing, x) for x in arguments), ", "), ")")
    note_result!(listing, text, result)
end

function note_result!(listing, text, result)
    listing.wanted || return
    name = string("%", 1 + count(l -> occursin(r"^ *%", l), listing.lines))
    found = leaves(is_leaf, result)
    for (k, x) in enumerate(found)
        listing.names[array_of(x).handle] = length(found) == 1 ? name : string(name, "[", k, "]")
    end
    write_line!(listing, string(name, " = ", text, "::", type_text(result)))
end

"Names the placeholders of the values that a loop carries."
name_state!(listing, placeholders) =
    foreach(((k, x),) -> listing.names[x.handle] = length(placeholders) == 1 ? "state" : "state[$k]", enumerate(placeholders))

write_line!(listing, text) = listing.wanted && push!(listing.lines, "    "^listing.depth * text)

"Calls f. The lines that it writes are indented under a title."
function indented(f, listing, title)
    isempty(title) || write_line!(listing, title)
    listing.depth += 1
    try
        f()
    finally
        listing.depth -= 1
    end
end

"Returns the current end of the listing. `rewind!` removes all lines that were written after it."
mark(listing) = (length(listing.lines), listing.depth)
function rewind!(listing, (length, depth))
    resize!(listing.lines, length)
    listing.depth = depth
end

callee_text(f) = f isa Function ? string("invoke ", nameof(f)) : string("invoke ", nameof(typeof(f)))

function value_text(listing, x)
    is_leaf(x) && return get(listing.names, array_of(x).handle, string("captured::", type_text(x)))
    x isa Base.Broadcast.Broadcasted && return string(value_text(listing, x.f), ".(", join((value_text(listing, a) for a in x.args), ", "), ")")
    x isa Union{Tuple,NamedTuple} && has_traced(x) && return string("(", join((value_text(listing, a) for a in x), ", "), ")")
    has_traced(x) ? string(nameof(typeof(x)), "(...)") : x isa Function ? string(nameof(x)) : repr_short(x)
end

type_text(x::LazuliArray) = string("LazuliArray{", eltype(x), ",", size(x), ",", ndims(x), "}")
type_text(x::Element) = string(type_of(x), ndims(x.array) == 0 ? "" : string(" of ", size(x.array)))
type_text(x) = has_traced(x) ? string(type_of(x)) : string(typeof(x))
