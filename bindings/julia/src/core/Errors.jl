# Statuses of the library become exceptions.

"""
    LazuliError <: Exception

What Lazuli refuses. `code` is a number of `lz_code` (3: an argument, 9: a state, 12: not implemented, ...), `op` the op
that it is about, `location` the file and line of the program, and `message` says what happened and what to do.
"""
struct LazuliError <: Exception
    code::Int32
    op::String
    location::String
    message::String
end

const INVALID_ARGUMENT, NOT_FOUND, RESOURCE_EXHAUSTED, FAILED_PRECONDITION = Int32.((3, 5, 8, 9))

"An error that this package finds itself, at the caller's line."
LazuliError(op::AbstractString, message::AbstractString; code = INVALID_ARGUMENT) =
    LazuliError(code, op, caller_location(), "[$op] $message")

function Base.showerror(io::IO, error::LazuliError)
    print(io, "LazuliError: ")
    isempty(error.location) || print(io, error.location, ": ")
    print(io, error.message)
end

@inline check(status::Ptr{Cvoid}) = status == C_NULL ? nothing : throw_status(status)

@noinline function throw_status(status::Ptr{Cvoid})
    error = error_of(status)
    Raw.lz_status_release(status)
    throw(error)
end

function error_of(status::Ptr{Cvoid})
    location = unsafe_string(Raw.lz_status_location(status))
    isempty(location) && (location = caller_location())
    message = unsafe_string(Raw.lz_status_message(status))
    if occursin("tensor<", message)
        message *= " (shapes tensor<...> are row-major: Julia's sizes from last to first)"
    end
    return LazuliError(Raw.lz_status_code(status), unsafe_string(Raw.lz_status_op(status)), location, message)
end
