# Converts statuses of the library to exceptions.

import .Raw: LazuliError

@doc """
    LazuliError <: Exception

An error of Lazuli. `code` is a number of `lz_code` (3: invalid argument, 9: failed precondition,
12: unimplemented, ...), `op` is the op that failed, and `location` is the file and line of the
program. `message` says what happened and what to do.
""" LazuliError

"Makes an error that this package has found itself. Its location is the caller's line."
LazuliError(op::AbstractString, message::AbstractString; code = Raw.LZ_INVALID_ARGUMENT) =
    LazuliError(code, op, caller_location(), "[$op] $message", -1, 0, 0)

function Base.showerror(io::IO, error::LazuliError)
    print(io, "LazuliError: ")
    isempty(error.location) || print(io, error.location, ": ")
    print(io, error.message)
end

@inline check(status::Ptr{Cvoid}) = status == C_NULL ? nothing : throw_status(status)

@noinline function throw_status(status::Ptr{Cvoid})
    error = LazuliError(status)
    location = isempty(error.location) ? caller_location() : error.location
    message = error.message
    if occursin("tensor<", message)
        message *= " (shapes tensor<...> are row-major: Julia's sizes from last to first)"
    end
    throw(LazuliError(error.code, error.op, location, message, error.operand, error.bytes_wanted, error.bytes_available))
end
