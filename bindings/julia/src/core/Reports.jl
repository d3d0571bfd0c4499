# Counters, reports and guards. With them, users and programs check what the library does.

const COUNTERS = (compiles = 1, cache_hits = 2, cache_misses = 3, cache_evictions = 4, executions = 5, barriers = 6,
                  auto_barriers = 7, reads = 8, ops_recorded = 9, donated_inputs = 10, compile_ns = 11, execute_ns = 12,
                  live_tensors = 13, pending_ops = 14, bytes_in_use = 15, peak_bytes = 16, disk_cache_hits = 17)

"""
    Lazuli.counter(name; context = Lazuli.context())

Returns a counter of the context: `:compiles`, `:cache_hits`, `:cache_misses`, `:cache_evictions`,
`:executions`, `:barriers`, `:auto_barriers`, `:reads`, `:ops_recorded`, `:donated_inputs`,
`:compile_ns`, `:execute_ns`, `:live_tensors`, `:pending_ops`, `:bytes_in_use`, `:peak_bytes` or
`:disk_cache_hits`.
"""
function counter(name::Symbol; context::Context = context())
    haskey(COUNTERS, name) || throw(LazuliError("counter", "there is no counter :$name; use one of $(keys(COUNTERS))"))
    value = Ref{Int64}(0)
    check(Raw.lz_context_counter(context, COUNTERS[name], value))
    return Int(value[])
end

"    Lazuli.counters(; context) -> NamedTuple\n\nReturns all counters."
counters(; context::Context = context()) =
    map(name -> counter(name; context = context), NamedTuple{keys(COUNTERS)}(keys(COUNTERS)))

"    Lazuli.reset_counters(; context)"
reset_counters(; context::Context = context()) = check(Raw.lz_context_reset_counters(context))

"    Lazuli.report(; context)\n\nReturns a text: counters, memory, times, and why programs were compiled."
report(; context::Context = context()) = text(out -> Raw.lz_context_report(context, out))

"    Lazuli.explain_recompile(; context)\n\nReturns a text that says why the last program had to be compiled."
explain_recompile(; context::Context = context()) = text(out -> Raw.lz_context_explain_recompile(context, out))

"""
    Lazuli.location(x::LazuliArray)

Returns the file and line where a pending array was recorded. Returns "" if they are not known, for
example because [`Lazuli.track_places!`](@ref) is off.
"""
function location(x::LazuliArray)
    op = Ref{Ptr{Cvoid}}(C_NULL)
    check(Raw.lz_tensor_op(x, op))
    op[] == C_NULL && return ""
    found = unsafe_string(Raw.lz_op_location(op[]))
    Raw.lz_op_release(op[])
    return found
end

const FORMATS = (lazy_tensor = Int32(1), function_ = Int32(2), dot = Int32(3))

"""
    Lazuli.trace_text(xs...; format = :ops)

Returns the ops that a read of these arrays would compute, as text. Nothing runs. `format` is `:ops`
(one op per line), `:lazy_tensor`, `:function_` or `:dot`.
"""
function trace_text(xs...; format::Symbol = :ops)
    arrays = arrays_of(xs)
    raws = Raw.handles(arrays)
    GC.@preserve arrays begin
        format === :ops && return text(out -> Raw.lz_recording_print(raws, length(raws), out))
        haskey(FORMATS, format) ||
            throw(LazuliError("trace_text", "there is no format :$format; use :ops or one of $(keys(FORMATS))"))
        return text(out -> Raw.lz_recording_write(raws, length(raws), FORMATS[format], out))
    end
end

"""
    Lazuli.op_by_op(f; context = Lazuli.context())

Calls `f`. Each op runs when it is recorded, which helps debugging: an error is thrown by the call
that causes it. An index out of bounds or an inexact conversion throws the same exception as in
Julia, which a compiled program cannot do.
"""
function op_by_op(f; context::Context = context())
    before = Ref{Int32}(0)
    check(Raw.lz_context_set_op_by_op(context, 1, before))
    Threads.atomic_add!(op_by_op_scopes, 1)
    try
        return f()
    finally
        Threads.atomic_sub!(op_by_op_scopes, 1)
        check(Raw.lz_context_set_op_by_op(context, before[], C_NULL))
    end
end

const GUARDS = (execution = UInt64(1), sync = UInt64(2), compiles = UInt64(4))

"""
    Lazuli.guarded(f; no = :compiles, max_compiles = 0, context = Lazuli.context())

Calls `f`, and forbids some work meanwhile: with `:compiles` compiling more than `max_compiles`
programs, with `:execution` running programs, and with `:sync` waiting. Forbidden work throws an
error that says why it was needed.
"""
function guarded(f; no::Symbol = :compiles, max_compiles::Integer = 0, context::Context = context())
    haskey(GUARDS, no) || throw(LazuliError("guarded", "there is no guard :$no; use one of $(keys(GUARDS))"))
    guard = made(out -> Raw.lz_guard_begin(context, GUARDS[no], max_compiles, place(), out), Guard)
    try
        return f()
    finally
        close(guard)
    end
end
