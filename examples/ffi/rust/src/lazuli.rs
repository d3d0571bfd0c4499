//! Lazuli for Rust, as much as the program needs: handles that drop themselves, errors that are `Result`s, ops that know the
//! line that called them.
use crate::raw::*;
use std::ffi::{CStr, CString};
use std::os::raw::c_char;
use std::panic::Location;
use std::ptr::{null, null_mut};

pub const S32: i32 = 4;
pub const F32: i32 = 11;
pub const INTERNAL: i32 = 13;
pub const WAIT_ALL: i32 = 0;
pub const WAIT_ANY: i32 = 1;
pub const FOREVER: i64 = -1;
pub const HAS_EFFECTS: u64 = 1;

#[derive(Debug)]
pub struct Error {
    pub code: i32,
    pub op: String,
    pub location: String,
    pub message: String,
    /// The operand of `op` that the error is about; -1 if there is none.
    pub operand: i32,
    /// For RESOURCE_EXHAUSTED.
    pub bytes_wanted: i64,
    pub bytes_available: i64,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}: {}", self.location, self.message)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

pub fn text(pointer: *const c_char) -> String {
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

pub fn check(status: Raw) -> Result<()> {
    if status.is_null() {
        return Ok(());
    }
    unsafe {
        let error = Error {
            code: lz_status_code(status),
            op: text(lz_status_op(status)),
            location: text(lz_status_location(status)),
            message: text(lz_status_message(status)),
            operand: lz_status_operand(status),
            bytes_wanted: lz_status_bytes_wanted(status),
            bytes_available: lz_status_bytes_available(status),
        };
        lz_status_release(status);
        Err(error)
    }
}

/// Declares a type that owns one reference and makes one from a call with an out-parameter.
macro_rules! handle {
    ($name:ident, $release:ident) => {
        pub struct $name(pub Raw);
        impl Drop for $name {
            fn drop(&mut self) {
                unsafe { $release(self.0) }
            }
        }
        #[allow(dead_code)]
        impl $name {
            pub fn out(call: impl FnOnce(*mut Raw) -> Raw) -> Result<$name> {
                let mut raw = null_mut();
                check(call(&mut raw)).map(|()| $name(raw))
            }
        }
    };
}
handle!(Context, lz_context_release);
handle!(Device, lz_device_release);
handle!(Tensor, lz_tensor_release);
handle!(Function, lz_function_release);
handle!(Module, lz_module_release);
handle!(Executable, lz_executable_release);
handle!(Event, lz_event_release);
handle!(Text, lz_string_release);

/// Another reference to the same value.
impl Clone for Tensor {
    fn clone(&self) -> Tensor {
        unsafe { lz_tensor_retain(self.0) };
        Tensor(self.0)
    }
}

// Any thread may use a handle, also several at once.
unsafe impl Send for Tensor {}
unsafe impl Sync for Tensor {}

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&text(unsafe { lz_string_data(self.0) }))
    }
}

/// Records an op with the line that called the caller.
#[track_caller]
pub fn op(call: impl FnOnce(Here, *mut Raw) -> Raw) -> Result<Tensor> {
    let place = Location::caller();
    let file = CString::new(place.file()).unwrap();
    let here = OpOptions {
        struct_size: std::mem::size_of::<OpOptions>(),
        file: file.as_ptr(),
        line: place.line() as i64,
        name: null(),
    };
    Tensor::out(|out| call(&here, out))
}

#[track_caller]
pub fn binary(call: Binary, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    op(|here, out| unsafe { call(a.0, b.0, here, out) })
}

/// Two threads, and defaults for everything else.
pub fn context_options() -> ContextOptions {
    ContextOptions { struct_size: std::mem::size_of::<ContextOptions>(), threads: 2, ..unsafe { std::mem::zeroed() } }
}

pub fn from_host(device: &Device, dims: &[i64], data: &[f32]) -> Result<Tensor> {
    assert!(dims.iter().product::<i64>() <= data.len() as i64);
    Tensor::out(|out| unsafe {
        lz_tensor_from_host(device.0, F32, dims.as_ptr(), dims.len(), data.as_ptr().cast(), null(), out)
    })
}

pub fn scalar(device: &Device, value: f64) -> Result<Tensor> {
    Tensor::out(|out| unsafe { lz_scalar_f64(device.0, F32, value, null(), out) })
}

/// A scalar in the shape of another tensor.
pub fn spread(value: &Tensor, like: &Tensor) -> Result<Tensor> {
    op(|here, out| unsafe {
        lz_broadcast_in_dim(value.0, null(), 0, lz_tensor_dims(like.0), lz_tensor_rank(like.0), here, out)
    })
}

pub fn scale(device: &Device, x: &Tensor, by: f64) -> Result<Tensor> {
    binary(lz_multiply, x, &spread(&scalar(device, by)?, x)?)
}

pub fn gradients(output: &Tensor, cotangent: Option<&Tensor>, arguments: &[&Tensor]) -> Result<Vec<Tensor>> {
    let cotangents = cotangent.map(|tensor| [tensor.0]);
    let arguments: Vec<Raw> = arguments.iter().map(|tensor| tensor.0).collect();
    let mut out = vec![null_mut(); arguments.len()];
    check(unsafe {
        lz_gradients(&output.0, 1, cotangents.as_ref().map_or(null(), |c| c.as_ptr()), arguments.as_ptr(),
                     arguments.len(), null(), out.as_mut_ptr())
    })?;
    Ok(out.into_iter().map(Tensor).collect())
}

pub fn read(tensor: &Tensor) -> Result<Vec<u32>> {
    let size = unsafe { lz_tensor_nbytes(tensor.0) } as usize;
    let mut bits = vec![0u32; size / 4];
    check(unsafe { lz_tensor_read(tensor.0, bits.as_mut_ptr().cast(), size) })?;
    Ok(bits)
}

pub fn counter(context: &Context, which: i32) -> Result<i64> {
    let mut value = 0;
    check(unsafe { lz_context_counter(context.0, which, &mut value) })?;
    Ok(value)
}

pub fn function(device: &Device, name: &CStr, types: &[&[i64]], body: impl Fn(&[Tensor]) -> Result<Tensor>)
            -> Result<Function> {
    let function = Function::out(|out| unsafe { lz_function_begin(device.0, name.as_ptr(), out) })?;
    let mut parameters = Vec::new();
    for dims in types {
        parameters.push(Tensor::out(|out| unsafe {
            lz_function_parameter(function.0, F32, dims.as_ptr(), dims.len(), out)
        })?);
    }
    let result = body(&parameters)?;
    check(unsafe { lz_function_finish(function.0, &result.0, 1) })?;
    Ok(function)
}

pub fn c_text(text: &str) -> CString {
    CString::new(text).unwrap()
}

pub fn run(program: &Executable, x: &Tensor, give: bool) -> Result<Tensor> {
    let donate = give as u8;
    let options =
        RunOptions { struct_size: std::mem::size_of::<RunOptions>(), flags: 1, donate: &donate, num_donate: 1 };
    Tensor::out(|out| unsafe { lz_executable_run(program.0, &x.0, 1, &options, out, 1) })
}
