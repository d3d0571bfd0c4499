# Printing reads all elements at once. Julia's own printing would read each element separately.

Base.summary(io::IO, x::LazuliArray) = print(io, Base.dims2string(size(x)), " ", typeof(x))

"Returns the elements, or a text that says why they cannot be shown."
function host_copy(x::LazuliArray)
    is_closed(x.handle) && return "closed"
    return try
        Array(x)
    catch error
        error isa LazuliError ? error.message : rethrow()
    end
end

function Base.show(io::IO, ::MIME"text/plain", x::LazuliArray)
    summary(io, x)
    host = host_copy(x)
    host isa String && return print(io, " (", host, ")")
    isempty(host) && return nothing
    println(io, ":")
    ndims(x) == 0 ? show(io, host[]) : Base.print_array(IOContext(io, :typeinfo => eltype(x), :compact => true), host)
end

function Base.show(io::IO, x::LazuliArray)
    host = host_copy(x)
    host isa String && return print(io, typeof(x), "(", host, ")")
    print(io, "LazuliArray(")
    ndims(x) == 0 ? show(io, host[]) : show(io, host)
    print(io, ")")
end
for W in WRAPPERS
    @eval Base.show(io::IO, x::$W) = show(io, LazuliArray(x))
    @eval function Base.show(io::IO, ::MIME"text/plain", x::$W)
        summary(io, x)
        println(io, ":")
        Base.print_array(IOContext(io, :typeinfo => eltype(x), :compact => true), Array(x))
    end
end
