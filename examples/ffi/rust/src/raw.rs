//! The declarations of lazuli/*.h that the program uses, written by hand. An object is a pointer. An option struct ends
//! with the last field that the program sets, because the library takes missing fields as zero.
use std::ffi::c_void;
use std::os::raw::c_char;

/// An object behind a pointer; the handle around it knows which kind it is.
#[repr(C)]
pub struct Object {
    _private: [u8; 0],
}
pub type Raw = *mut Object;

#[repr(C)]
pub struct OpOptions {
    pub struct_size: usize,
    pub file: *const c_char,
    pub line: i64,
    pub name: *const c_char,
}

#[repr(C)]
pub struct ContextOptions {
    pub struct_size: usize,
    pub threads: i32,
    pub numerics: i32,
    pub budget_bytes: i64,
    pub cpu: *const c_char,
    pub dump_dir: *const c_char,
    pub log: *const c_void,
    pub log_user: *mut c_void,
    pub op_by_op: i32,
    pub max_segment_ops: i32,
    pub max_pending_ops: i64,
    pub cache_entries: i64,
    pub cache_bytes: i64,
    pub log_user_release: *const c_void,
    pub memory: *const MemoryHooks,
}

#[repr(C)]
pub struct MemoryHooks {
    pub struct_size: usize,
    pub alloc: Option<unsafe extern "C" fn(*mut c_void, usize, usize) -> *mut c_void>,
    pub free: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, usize)>,
    pub pressure: Option<unsafe extern "C" fn(*mut c_void, i64, i64) -> i32>,
    pub user: *mut c_void,
    pub release: Option<unsafe extern "C" fn(*mut c_void)>,
}

#[repr(C)]
pub struct CompileOptions {
    pub struct_size: usize,
    pub numerics: i32,
    pub reserved: i32,
    pub donate: *const u8,
    pub num_donate: usize,
}

#[repr(C)]
pub struct RunOptions {
    pub struct_size: usize,
    pub flags: u64,
    pub donate: *const u8,
    pub num_donate: usize,
}

#[repr(C)]
pub struct DotGeneralAttributes {
    pub struct_size: usize,
    pub lhs_batching: *const i64,
    pub num_lhs_batching: usize,
    pub rhs_batching: *const i64,
    pub num_rhs_batching: usize,
    pub lhs_contracting: *const i64,
    pub num_lhs_contracting: usize,
    pub rhs_contracting: *const i64,
    pub num_rhs_contracting: usize,
}

#[repr(C)]
pub struct HostOptions {
    pub struct_size: usize,
    pub mode: i32,
    pub reserved: i32,
    pub byte_strides: *const i64,
    pub release: Option<extern "C" fn(*mut c_void, *const c_void)>,
    pub release_user: *mut c_void,
    pub out_event: *mut Raw,
}

#[repr(C)]
pub struct TensorType {
    pub dtype: i32,
    pub reserved: i32,
    pub rank: usize,
    pub dims: *const i64,
}

/// What a host call receives for an operand or a result.
#[repr(C)]
pub struct Buffer {
    pub kind: TensorType,
    pub data: *mut c_void,
    pub nbytes: i64,
}

#[repr(C)]
pub struct HostCallArgs {
    pub struct_size: usize,
    pub name: *const c_char,
    pub attributes: *const c_char,
    pub attributes_size: usize,
    pub operands: *const Buffer,
    pub num_operands: usize,
    pub results: *const Buffer,
    pub num_results: usize,
}
pub type HostCallFn = unsafe extern "C" fn(*mut c_void, *const HostCallArgs) -> Raw;

#[repr(C)]
pub struct HostCallOptions {
    pub struct_size: usize,
    pub flags: u64,
    pub user: *mut c_void,
    pub release: Option<extern "C" fn(*mut c_void)>,
}

/// DLManagedTensorVersioned with the fields that are read here.
#[repr(C)]
pub struct Managed {
    version: [u32; 2],
    manager_ctx: *mut c_void,
    pub deleter: extern "C" fn(*mut Managed),
    flags: u64,
    pub data: *const c_void,
}

pub type Here = *const OpOptions;
pub type Binary = unsafe extern "C" fn(Raw, Raw, Here, *mut Raw) -> Raw;

extern "C" {
    pub fn lz_version() -> i32;
    pub fn lz_abi_version() -> i32;
    pub fn lz_live_handles() -> i64;
    pub fn lz_status_code(status: Raw) -> i32;
    pub fn lz_status_message(status: Raw) -> *const c_char;
    pub fn lz_status_op(status: Raw) -> *const c_char;
    pub fn lz_status_location(status: Raw) -> *const c_char;
    pub fn lz_status_bytes_wanted(status: Raw) -> i64;
    pub fn lz_status_bytes_available(status: Raw) -> i64;
    pub fn lz_status_operand(status: Raw) -> i32;
    pub fn lz_status_create(code: i32, message: *const c_char) -> Raw;
    pub fn lz_status_release(status: Raw);
    pub fn lz_string_data(string: Raw) -> *const c_char;
    pub fn lz_string_release(string: Raw);
    pub fn lz_context_create(options: *const ContextOptions, out: *mut Raw) -> Raw;
    pub fn lz_context_release(context: Raw);
    pub fn lz_context_device(context: Raw, index: usize, out: *mut Raw) -> Raw;
    pub fn lz_context_counter(context: Raw, counter: i32, out: *mut i64) -> Raw;
    pub fn lz_context_barrier(context: Raw, device: Raw, flags: u64, out: *mut Raw) -> Raw;
    pub fn lz_context_register_host_call(context: Raw, name: *const c_char, function: HostCallFn,
                                         options: *const HostCallOptions) -> Raw;
    pub fn lz_host_call(device: Raw, name: *const c_char, operands: *const Raw, num_operands: usize, types: *const TensorType,
                        attributes: *const c_char, here: Here, outs: *mut Raw, num_outs: usize) -> Raw;
    pub fn lz_event_wait(event: Raw, timeout_ns: i64) -> Raw;
    pub fn lz_events_wait(events: *const Raw, num_events: usize, mode: i32, timeout_ns: i64, out_index: *mut usize) -> Raw;
    pub fn lz_event_release(event: Raw);
    pub fn lz_evaluate(tensors: *const Raw, num_tensors: usize, flags: u64, out: *mut Raw) -> Raw;
    pub fn lz_device_release(device: Raw);
    pub fn lz_device_set_memory_budget(device: Raw, budget_bytes: i64) -> Raw;
    pub fn lz_tensor_from_host(device: Raw, dtype: i32, dims: *const i64, rank: usize, data: *const c_void,
                           host: *const HostOptions, out: *mut Raw) -> Raw;
    pub fn lz_scalar(device: Raw, dtype: i32, value: *const c_void, here: Here, out: *mut Raw) -> Raw;
    pub fn lz_scalar_f64(device: Raw, dtype: i32, value: f64, here: Here, out: *mut Raw) -> Raw;
    pub fn lz_tensor_rank(tensor: Raw) -> usize;
    pub fn lz_tensor_dims(tensor: Raw) -> *const i64;
    pub fn lz_tensor_nbytes(tensor: Raw) -> i64;
    pub fn lz_tensor_read(tensor: Raw, data: *mut c_void, size: usize) -> Raw;
    pub fn lz_tensor_read_async(tensor: Raw, data: *mut c_void, size: usize, options: *const c_void, out: *mut Raw) -> Raw;
    pub fn lz_tensor_to_dlpack(tensor: Raw, out: *mut *mut Managed) -> Raw;
    pub fn lz_tensor_event(tensor: Raw, out: *mut Raw) -> Raw;
    pub fn lz_tensor_retain(tensor: Raw);
    pub fn lz_tensor_release(tensor: Raw);
    pub fn lz_add(a: Raw, b: Raw, here: Here, out: *mut Raw) -> Raw;
    pub fn lz_subtract(a: Raw, b: Raw, here: Here, out: *mut Raw) -> Raw;
    pub fn lz_multiply(a: Raw, b: Raw, here: Here, out: *mut Raw) -> Raw;
    pub fn lz_erf(x: Raw, here: Here, out: *mut Raw) -> Raw;
    pub fn lz_broadcast_in_dim(x: Raw, map: *const i64, num_map: usize, dims: *const i64, rank: usize, here: Here,
                           out: *mut Raw) -> Raw;
    pub fn lz_dot_general(lhs: Raw, rhs: Raw, attributes: *const DotGeneralAttributes, here: Here, out: *mut Raw) -> Raw;
    pub fn lz_reduce(inputs: *const Raw, num_inputs: usize, init: *const Raw, num_init: usize, dims: *const i64,
                 num_dims: usize, body: Raw, here: Here, outs: *mut Raw, num_outs: usize) -> Raw;
    pub fn lz_dynamic_slice(x: Raw, starts: *const Raw, num_starts: usize, sizes: *const i64, num_sizes: usize, here: Here,
                        out: *mut Raw) -> Raw;
    pub fn lz_recording_print(tensors: *const Raw, num_tensors: usize, out: *mut Raw) -> Raw;
    pub fn lz_gradients(outputs: *const Raw, num_outputs: usize, cotangents: *const Raw, arguments: *const Raw,
                    num_arguments: usize, options: *const c_void, out: *mut Raw) -> Raw;
    pub fn lz_function_begin(device: Raw, name: *const c_char, out: *mut Raw) -> Raw;
    pub fn lz_function_parameter(function: Raw, dtype: i32, dims: *const i64, rank: usize, out: *mut Raw) -> Raw;
    pub fn lz_function_finish(function: Raw, results: *const Raw, num_results: usize) -> Raw;
    pub fn lz_function_print(function: Raw, out: *mut Raw) -> Raw;
    pub fn lz_function_compile(function: Raw, options: *const CompileOptions, out: *mut Raw) -> Raw;
    pub fn lz_function_release(function: Raw);
    pub fn lz_module_parse(context: Raw, text: *const c_char, size: usize, name: *const c_char, out: *mut Raw) -> Raw;
    pub fn lz_module_compile(module: Raw, options: *const CompileOptions, out: *mut Raw) -> Raw;
    pub fn lz_module_release(module: Raw);
    pub fn lz_executable_run(program: Raw, inputs: *const Raw, num_inputs: usize, options: *const RunOptions,
                         outs: *mut Raw, num_outs: usize) -> Raw;
    pub fn lz_executable_memory_report(program: Raw, out: *mut Raw) -> Raw;
    pub fn lz_executable_release(program: Raw);
}
