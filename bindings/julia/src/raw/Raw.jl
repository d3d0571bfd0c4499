# The functions of the C API that this package calls, one line each; names, order and meaning are those of the headers.
# Strings are pointers, handles are pointers, and a status is a pointer that is C_NULL when all went well.
module Raw

# The name that the loader knows: core/Library.jl has loaded a library of this name before the first call.
const liblazuli = "liblazuli.so.1"
const P = Ptr{Cvoid}
const PP = Ptr{Ptr{Cvoid}}
const Ints = Ptr{Int64}

struct lz_op_options
    struct_size::Csize_t
    file::Ptr{UInt8}
    line::Int64
    name::Ptr{UInt8}
end

struct lz_attribute
    name::Ptr{UInt8}
    kind::Int32
    reserved::Int32
    integer::Int64
    data::P
    size::Csize_t
end

struct lz_context_options
    struct_size::Csize_t
    threads::Int32
    numerics::Int32
    budget_bytes::Int64
    cpu::Ptr{UInt8}
    dump_dir::Ptr{UInt8}
    log::P
    log_user::P
    op_by_op::Int32
    max_segment_ops::Int32
    max_pending_ops::Int64
    cache_entries::Int64
    cache_bytes::Int64
    log_user_release::P
    memory::P
    ignore_environment::Int32
    reserved::Int32
    disk_cache::Ptr{UInt8}
    disk_cache_bytes::Int64
    host_devices::Int64
end

# @c name(argument::type, ...)::type declares one function.
macro c(declaration)
    call, result = declaration.args
    name, arguments = call.args[1], call.args[2:end]
    names = [a.args[1] for a in arguments]
    types = [a.args[2] for a in arguments]
    esc(:(@inline $name($(names...)) =
        ccall(($(QuoteNode(name)), liblazuli), $result, ($(types...),), $(names...))))
end

@c lz_status_code(status::P)::Int32
@c lz_status_message(status::P)::Cstring
@c lz_status_op(status::P)::Cstring
@c lz_status_location(status::P)::Cstring
@c lz_status_operand(status::P)::Int32
@c lz_status_create(code::Int32, message::Cstring)::P
@c lz_status_release(status::P)::Cvoid
@c lz_string_data(string::P)::Ptr{UInt8}
@c lz_string_size(string::P)::Csize_t
@c lz_string_release(string::P)::Cvoid
@c lz_version()::Int32
@c lz_abi_version()::Int32
@c lz_live_handles()::Int64
@c lz_dtype_name(dtype::Int32)::Cstring

@c lz_context_create(options::P, out::PP)::P
@c lz_context_release(context::P)::Cvoid
@c lz_context_shutdown(context::P)::P
@c lz_context_cancel(context::P)::P
@c lz_context_set_op_by_op(context::P, on::Int32, before::Ptr{Int32})::P
@c lz_context_counter(context::P, counter::Int32, out::Ints)::P
@c lz_context_reset_counters(context::P)::P
@c lz_context_report(context::P, out::PP)::P
@c lz_context_trim(context::P, out::Ints)::P
@c lz_context_explain_recompile(context::P, out::PP)::P
@c lz_context_num_devices(context::P, out::Ptr{Csize_t})::P
@c lz_context_device(context::P, index::Csize_t, out::PP)::P
@c lz_context_barrier(context::P, device::P, flags::UInt64, out::PP)::P
@c lz_context_register_host_call(context::P, name::Cstring, fn::P, options::P)::P
@c lz_device_release(device::P)::Cvoid
@c lz_device_name(device::P)::Cstring
@c lz_device_threads(device::P, out::Ptr{Int32})::P
@c lz_device_index(device::P)::Int32

@c lz_tensor_from_host(device::P, dtype::Int32, dims::Ints, rank::Csize_t, data::P, host::P, out::PP)::P
@c lz_constant(device::P, dtype::Int32, dims::Ints, rank::Csize_t, data::P, options::P, out::PP)::P
@c lz_scalar(device::P, dtype::Int32, value::P, options::P, out::PP)::P
@c lz_tensor_release(tensor::P)::Cvoid
@c lz_tensor_retain(tensor::P)::Cvoid
@c lz_tensor_dtype(tensor::P)::Int32
@c lz_tensor_rank(tensor::P)::Csize_t
@c lz_tensor_dims(tensor::P)::Ints
@c lz_tensor_nbytes(tensor::P)::Int64
@c lz_tensor_device(tensor::P, out::PP)::P
@c lz_tensor_is_pending(tensor::P, out::Ptr{Int32})::P
@c lz_tensor_read(tensor::P, data::P, size::Csize_t)::P
@c lz_tensor_event(tensor::P, out::PP)::P
@c lz_tensor_donate(tensor::P)::P
@c lz_tensor_delete(tensor::P)::P
@c lz_tensor_is_deleted(tensor::P, out::Ptr{Int32})::P
@c lz_tensor_bucket(tensor::P, least::Int64)::P
@c lz_tensor_copy_to_device(tensor::P, device::P, flags::UInt64, out::PP)::P
@c lz_evaluate(tensors::PP, count::Csize_t, flags::UInt64, out::PP)::P
@c lz_recording_print(tensors::PP, count::Csize_t, out::PP)::P
@c lz_recording_write(tensors::PP, count::Csize_t, format::Int32, out::PP)::P

@c lz_event_wait(event::P, timeout_ns::Int64)::P
@c lz_event_is_ready(event::P, out::Ptr{Int32})::P
@c lz_event_on_ready(event::P, fn::P, user::P)::P
@c lz_event_cancel(event::P)::P
@c lz_event_release(event::P)::Cvoid
@c lz_barrier_event(barrier::P, out::PP)::P
@c lz_barrier_release(barrier::P)::Cvoid

@c lz_function_begin(device::P, name::Cstring, out::PP)::P
@c lz_function_parameter(f::P, dtype::Int32, dims::Ints, rank::Csize_t, out::PP)::P
@c lz_function_finish(f::P, results::PP, count::Csize_t)::P
@c lz_function_num_parameters(f::P)::Csize_t
@c lz_function_num_captures(f::P)::Csize_t
@c lz_function_num_results(f::P)::Csize_t
@c lz_function_print(f::P, out::PP)::P
@c lz_function_compile(f::P, options::P, out::PP)::P
@c lz_function_gradient(f::P, parameters::Ptr{Csize_t}, count::Csize_t, options::P, out::PP)::P
@c lz_function_release(f::P)::Cvoid
@c lz_executable_release(executable::P)::Cvoid
@c lz_module_release(m::P)::Cvoid
@c lz_gradients(outputs::PP, num_outputs::Csize_t, cotangents::PP, arguments::PP, num_arguments::Csize_t, options::P, out::PP)::P
@c lz_stop_gradient(operand::P, options::P, out::PP)::P
@c lz_guard_begin(context::P, flags::UInt64, max_compiles::Int64, options::P, out::PP)::P
@c lz_guard_release(guard::P)::Cvoid
@c lz_host_call(device::P, name::Cstring, operands::PP, num_operands::Csize_t, result_types::P, attributes::Cstring, options::P, outs::PP, num_outs::Csize_t)::P

for name in (:abs, :real, :imag, :negate, :sign, :floor, :ceil, :round_nearest_even, :round_nearest_afz, :exponential,
             :exponential_minus_one, :log, :log_plus_one, :logistic, :tanh, :tan, :sine, :cosine, :sqrt, :rsqrt, :cbrt,
             :not, :is_finite, :popcnt, :count_leading_zeros, :erf, :erfc, :square, :sinh, :cosh, :asin, :acos, :atan,
             :asinh, :acosh, :atanh, :erf_inv, :lgamma, :digamma, :is_inf)
    @eval @c $(Symbol(:lz_, name))(operand::P, options::P, out::PP)::P
end
for name in (:add, :subtract, :multiply, :divide, :remainder, :maximum, :minimum, :power, :atan2, :and, :or, :xor,
             :shift_left, :shift_right_arithmetic, :shift_right_logical, :complex, :next_after, :polygamma, :zeta)
    @eval @c $(Symbol(:lz_, name))(lhs::P, rhs::P, options::P, out::PP)::P
end
@c lz_compare(lhs::P, rhs::P, direction::Int32, type::Int32, options::P, out::PP)::P
@c lz_select(pred::P, on_true::P, on_false::P, options::P, out::PP)::P
@c lz_convert(operand::P, dtype::Int32, options::P, out::PP)::P
@c lz_broadcast_in_dim(operand::P, at::Ints, num_at::Csize_t, dims::Ints, rank::Csize_t, options::P, out::PP)::P
@c lz_reshape(operand::P, dims::Ints, rank::Csize_t, options::P, out::PP)::P
@c lz_transpose(operand::P, permutation::Ints, rank::Csize_t, options::P, out::PP)::P
@c lz_reduce(inputs::PP, num_inputs::Csize_t, inits::PP, num_inits::Csize_t, dimensions::Ints, num_dimensions::Csize_t, body::P, options::P, outs::PP, num_outs::Csize_t)::P
@c lz_op_record(device::P, name::Cstring, operands::PP, num_operands::Csize_t, attributes::Ptr{lz_attribute}, num_attributes::Csize_t, functions::PP, num_functions::Csize_t, options::P, outs::PP, num_outs::Csize_t)::P

end
