# Calls of Julia functions in the middle of compiled programs. They only run on threads of Julia:
# the thread that submits the program, or a thread that waits for it.

# The first argument of `call_host`. It is kept until the process ends, because a registered name
# keeps its function as long as the context lives.
mutable struct HostFunction
    f::Any
end
const host_functions = HostFunction[]
const host_functions_lock = ReentrantLock()

"Returns the memory of an operand or a result as an array, which is valid during the call."
host_array(b) = host_array(element_type(b.dtype), b, Val(Int(b.rank)))
host_array(::Type{T}, b, ::Val{N}) where {T,N} =
    unsafe_wrap(Array, Ptr{T}(b.data), ntuple(d -> Int(unsafe_load(b.dims, N - d + 1)), Val(N)))

function call_host(user::Ptr{Cvoid}, given::Ptr{Raw.lz_host_call_args})::Ptr{Cvoid}
    try
        args = unsafe_load(given)
        results = Tuple(host_array(unsafe_load(args.results, i)) for i in 1:args.num_results)
        operands = Tuple(host_array(unsafe_load(args.operands, i)) for i in 1:args.num_operands)
        (unsafe_pointer_to_objref(user)::HostFunction).f(results..., operands...)
        return C_NULL
    catch error
        return Raw.lz_status_create(Raw.LZ_UNKNOWN, sprint(showerror, error))
    end
end

"""
    Lazuli.register_host_call(f, name; effects = false, context = Lazuli.context())

Registers `f` under `name`, for calls by programs. `f(results..., operands...)` gets arrays of the
host and fills the results. It must not keep the arrays. An exception of `f` becomes the error of
the results. `effects` means that `f` does more than fill the results.
"""
function register_host_call(f, name::String; effects::Bool = false, context::Context = context())
    registered = HostFunction(f)
    options = Ref(Raw.lz_host_call_options(
        flags = Raw.LZ_HOST_CALL_ON_PROGRAM_THREAD | (effects ? Raw.LZ_HOST_CALL_HAS_EFFECTS : UInt64(0)),
        user = pointer_from_objref(registered)))
    fn = @cfunction(call_host, Ptr{Cvoid}, (Ptr{Cvoid}, Ptr{Raw.lz_host_call_args}))
    GC.@preserve registered begin
        check(Raw.lz_context_register_host_call(context, name, fn, options))
        lock(() -> push!(host_functions, registered), host_functions_lock)
    end
    return nothing
end

"""
    Lazuli.host_call(name, results::ArrayType..., ; operands = (), attributes = "") -> Tuple of arrays

Records a call of the function that is registered under `name`, with arrays as `operands` and with
results of these types.
"""
function host_call(name::String, results::ArrayType...; operands::Tuple = (), attributes::String = "", device = nothing)
    where_to = device !== nothing ? device : isempty(operands) ? Lazuli.device() : device_of(first(operands))
    dims = map(r -> collect(Int64, reverse(r.dims)), results)
    raws, out = Raw.handles(operands), Base.fill(C_NULL, length(results))
    GC.@preserve operands dims begin
        types = [Raw.lz_tensor_type(dtype = dtype(r.eltype), rank = length(r.dims), dims = pointer(d))
                 for (r, d) in zip(results, dims)]
        check(Raw.lz_host_call(where_to, name, raws, length(raws), types, attributes, place(), out, length(out)))
    end
    return ntuple(i -> wrap(out[i]), length(results))
end
