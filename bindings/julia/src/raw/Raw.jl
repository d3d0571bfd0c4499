"""
The C API as it is: a function for each function of the headers, structs with the layout of C, and, in `Ops`, a function for
each op.

Handles are `Ptr{Cvoid}`, which Julia calls `Ptr{lz_tensor}` and so on. What wraps a handle, and has a method
`Base.unsafe_convert(::Type{Ptr{Cvoid}}, x)`, can be passed itself, and is kept alive during the call. Nothing here releases
a handle: who gets one owns it.
"""
module Raw

using Libdl

# The C functions that are declared, each with its address once a library is open.
const FUNCTIONS = Pair{Symbol,Base.RefValue{Ptr{Cvoid}}}[]

"""
    @declare lz_name(argument::Type, ...)::Type

Defines a function that calls the C function of this name in the open library.
"""
macro declare(signature)
    call, returned = signature.args
    name = call.args[1]
    names = [argument.args[1] for argument in call.args[2:end]]
    types = [argument.args[2] for argument in call.args[2:end]]
    address = Symbol(:address_of_, name)
    esc(quote
        const $address = Ref(C_NULL)
        push!(FUNCTIONS, $(QuoteNode(name)) => $address)
        Base.@__doc__ @inline $name($(names...)) =
            ccall($address[], $returned, ($(types...),), $(names...))
    end)
end

include("headers/all.jl")

"""
    open_library(path)

Loads `liblazuli` and finds all functions in it. Throws an `ErrorException` when there is no library at `path`, or an
older one than these declarations are of.
"""
function open_library(path)
    library = Libdl.dlopen(path, Libdl.RTLD_NOW | Libdl.RTLD_LOCAL)
    version = ccall(Libdl.dlsym(library, :lz_abi_version), Int32, ())
    version < LZ_ABI_VERSION &&
        error("$path has ABI version $version; this package needs $LZ_ABI_VERSION: install a newer Lazuli")
    for (name, address) in FUNCTIONS
        address[] = Libdl.dlsym(library, name)
    end
end

"""
A status of the library. `code` is one of `LZ_INVALID_ARGUMENT`, ...; `op` and `location` say what failed and where it was
recorded, "" when that is not known; `operand` is the number of the operand that the error is about, from 0, or -1; the bytes
are those of `LZ_RESOURCE_EXHAUSTED`, else 0.
"""
struct LazuliError <: Exception
    code::Int32
    op::String
    location::String
    message::String
    operand::Int32
    bytes_wanted::Int64
    bytes_available::Int64
end

# Takes the status over.
function LazuliError(status::Ptr{Cvoid})
    failure = LazuliError(lz_status_code(status), unsafe_string(lz_status_op(status)),
                          unsafe_string(lz_status_location(status)), unsafe_string(lz_status_message(status)),
                          lz_status_operand(status), lz_status_bytes_wanted(status),
                          lz_status_bytes_available(status))
    lz_status_release(status)
    failure
end

"""
    check(status)

Throws a `LazuliError` unless the status is NULL, and releases it.
"""
@inline check(status::Ptr{Cvoid}) = status == C_NULL ? nothing : throw_status(status)
@noinline throw_status(status) = throw(LazuliError(status))

# Lists as C takes them. The caller keeps alive what the handles are of.
handles(list::Vector{Ptr{Cvoid}}) = list
handles(list) = Ptr{Cvoid}[Base.unsafe_convert(Ptr{Cvoid}, x) for x in list]
integers(list::Vector{Int64}) = list
integers(list) = Int64[x for x in list]

"""
A function for each op, which records it and gives handles that the caller owns. Operands and functions come first, and may
be handles or what wraps one; attributes are keywords, with dimensions counted from 0 and shapes outermost first, as C has
them. `options` is a `Ref` of `lz_op_options`, which says where the op comes from, or `C_NULL`.

All of them throw `LazuliError` for what the op does not take.
"""
module Ops
import ..Raw
include("ops/all.jl")
end

end
