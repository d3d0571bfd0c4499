"""
The C API as it is: a function for each function of the headers, structs with the layout of C, and, in `Ops`, a function for
each op.

Handles are `Ptr{Cvoid}`, which signatures call `Ptr{lz_tensor}` and so on. An object that wraps a
handle can be passed itself if it has a method `Base.unsafe_convert(::Type{Ptr{Cvoid}}, x)`. It is
kept alive during the call. The caller owns the handles that a function returns: this module does
not release them.
"""
module Raw

using Libdl

# The declared C functions. Their addresses are set when the library is opened.
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

Loads `liblazuli` and finds all functions in it. Throws an `ErrorException` if there is no library
at `path`, or if the library is older than these declarations.
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
A status of the library. `code` is one of `LZ_INVALID_ARGUMENT`, ... `op` and `location` say which
op failed and where it was recorded, or are "" if this is not known. `operand` is the number of the
invalid operand, counted from 0, or -1. The numbers of bytes are set for `LZ_RESOURCE_EXHAUSTED`,
and otherwise 0.
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

# Converts a status to an exception, and releases the status.
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

If the status is not NULL, releases it and throws it as a `LazuliError`.
"""
@inline check(status::Ptr{Cvoid}) = status == C_NULL ? nothing : throw_status(status)
@noinline throw_status(status) = throw(LazuliError(status))

# Lists for C. The caller must keep the objects of the handles alive during the call.
handles(list::Vector{Ptr{Cvoid}}) = list
handles(list) = Ptr{Cvoid}[Base.unsafe_convert(Ptr{Cvoid}, x) for x in list]
integers(list::Vector{Int64}) = list
integers(list) = Int64[x for x in list]

"""
A function for each op, which records the op and returns handles that the caller owns. Operands and
functions come first. They are handles, or objects that wrap a handle. Attributes are keywords. As
in C, dimensions are counted from 0, and shapes have the outermost dimension first. `options` is a
`Ref` of `lz_op_options` with the place of the op, or `C_NULL`.

All functions throw a `LazuliError` if the op is invalid.
"""
module Ops
import ..Raw
include("ops/all.jl")
end

end
