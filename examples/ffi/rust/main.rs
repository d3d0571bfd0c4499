//! Lazuli from Rust without crates: handles that drop themselves, errors that are `Result`s. Prints what examples/ffi/c
//! prints.
//!
//!   main FILE.mlir      a program of one f32 input of 2x4 and one output
use std::ffi::{c_void, CStr, CString};
use std::os::raw::c_char;
use std::panic::Location;
use std::ptr::{null, null_mut};

/// An object behind a pointer; which one it is says the handle around it.
#[repr(C)]
pub struct Object {
    _private: [u8; 0],
}
type Raw = *mut Object;

#[repr(C)]
struct OpOptions {
    struct_size: usize,
    file: *const c_char,
    line: i64,
    name: *const c_char,
}

/// The fields that are set here; the library takes what is behind them as zero.
#[repr(C)]
struct ContextOptions {
    struct_size: usize,
    threads: i32,
    numerics: i32,
}

#[repr(C)]
struct CompileOptions {
    struct_size: usize,
    numerics: i32,
    reserved: i32,
    donate: *const u8,
    num_donate: usize,
}

#[repr(C)]
struct RunOptions {
    struct_size: usize,
    flags: u64,
    donate: *const u8,
    num_donate: usize,
}

#[repr(C)]
struct HostOptions {
    struct_size: usize,
    mode: i32,
    reserved: i32,
    byte_strides: *const i64,
    release: Option<extern "C" fn(*mut c_void, *const c_void)>,
    release_user: *mut c_void,
    out_event: *mut Raw,
}

/// DLManagedTensorVersioned, as far as it is read here.
#[repr(C)]
struct Managed {
    version: [u32; 2],
    manager_ctx: *mut c_void,
    deleter: extern "C" fn(*mut Managed),
    flags: u64,
    data: *const c_void,
}

type Here = *const OpOptions;
type Binary = unsafe extern "C" fn(Raw, Raw, Here, *mut Raw) -> Raw;

#[link(name = "lazuli")]
extern "C" {
    fn lz_version() -> i32;
    fn lz_abi_version() -> i32;
    fn lz_live_handles() -> i64;
    fn lz_status_code(status: Raw) -> i32;
    fn lz_status_message(status: Raw) -> *const c_char;
    fn lz_status_op(status: Raw) -> *const c_char;
    fn lz_status_location(status: Raw) -> *const c_char;
    fn lz_status_release(status: Raw);
    fn lz_string_data(string: Raw) -> *const c_char;
    fn lz_string_release(string: Raw);
    fn lz_context_create(options: *const ContextOptions, out: *mut Raw) -> Raw;
    fn lz_context_release(context: Raw);
    fn lz_context_device(context: Raw, index: usize, out: *mut Raw) -> Raw;
    fn lz_context_counter(context: Raw, counter: i32, out: *mut i64) -> Raw;
    fn lz_context_barrier(context: Raw, device: Raw, flags: u64, out: *mut Raw) -> Raw;
    fn lz_device_release(device: Raw);
    fn lz_tensor_from_host(device: Raw, dtype: i32, dims: *const i64, rank: usize, data: *const c_void,
                           host: *const HostOptions, out: *mut Raw) -> Raw;
    fn lz_scalar_f64(device: Raw, dtype: i32, value: f64, here: Here, out: *mut Raw) -> Raw;
    fn lz_tensor_rank(tensor: Raw) -> usize;
    fn lz_tensor_dims(tensor: Raw) -> *const i64;
    fn lz_tensor_nbytes(tensor: Raw) -> i64;
    fn lz_tensor_read(tensor: Raw, data: *mut c_void, size: usize) -> Raw;
    fn lz_tensor_to_dlpack(tensor: Raw, out: *mut *mut Managed) -> Raw;
    fn lz_tensor_release(tensor: Raw);
    fn lz_add(a: Raw, b: Raw, here: Here, out: *mut Raw) -> Raw;
    fn lz_subtract(a: Raw, b: Raw, here: Here, out: *mut Raw) -> Raw;
    fn lz_multiply(a: Raw, b: Raw, here: Here, out: *mut Raw) -> Raw;
    fn lz_erf(x: Raw, here: Here, out: *mut Raw) -> Raw;
    fn lz_broadcast_in_dim(x: Raw, map: *const i64, num_map: usize, dims: *const i64, rank: usize, here: Here,
                           out: *mut Raw) -> Raw;
    fn lz_dot_general(lhs: Raw, rhs: Raw, lb: *const i64, nlb: usize, rb: *const i64, nrb: usize, lc: *const i64,
                      nlc: usize, rc: *const i64, nrc: usize, dtype: i32, here: Here, out: *mut Raw) -> Raw;
    fn lz_reduce(inputs: *const Raw, num_inputs: usize, init: *const Raw, num_init: usize, dims: *const i64,
                 num_dims: usize, body: Raw, here: Here, outs: *mut Raw, num_outs: usize) -> Raw;
    fn lz_recording_print(tensors: *const Raw, num_tensors: usize, out: *mut Raw) -> Raw;
    fn lz_gradients(outputs: *const Raw, num_outputs: usize, cotangents: *const Raw, arguments: *const Raw,
                    num_arguments: usize, options: *const c_void, out: *mut Raw) -> Raw;
    fn lz_function_begin(device: Raw, name: *const c_char, out: *mut Raw) -> Raw;
    fn lz_function_parameter(function: Raw, dtype: i32, dims: *const i64, rank: usize, out: *mut Raw) -> Raw;
    fn lz_function_finish(function: Raw, results: *const Raw, num_results: usize) -> Raw;
    fn lz_function_print(function: Raw, out: *mut Raw) -> Raw;
    fn lz_function_compile(function: Raw, options: *const CompileOptions, out: *mut Raw) -> Raw;
    fn lz_function_release(function: Raw);
    fn lz_module_parse(context: Raw, text: *const c_char, size: usize, name: *const c_char, out: *mut Raw) -> Raw;
    fn lz_module_compile(module: Raw, options: *const CompileOptions, out: *mut Raw) -> Raw;
    fn lz_module_release(module: Raw);
    fn lz_executable_run(program: Raw, inputs: *const Raw, num_inputs: usize, options: *const RunOptions,
                         outs: *mut Raw, num_outs: usize) -> Raw;
    fn lz_executable_memory_report(program: Raw, out: *mut Raw) -> Raw;
    fn lz_executable_release(program: Raw);
}

const F32: i32 = 11;
const COMPILES: i32 = 1;
const BARRIERS: i32 = 6;
const COUNTERS: [(&str, i32); 8] = [
    ("compiles", COMPILES), ("cache hits", 2), ("executions", 5), ("ops recorded", 9), ("donated inputs", 10),
    ("live tensors", 13), ("bytes in use", 15), ("peak bytes", 16),
];
const BLOCK: [i64; 2] = [2, 4];
const POINTS: [f32; 8] = [-3.0, -1.5, -0.75, -0.25, 0.0, 0.5, 1.0, 2.5];
const SAMPLES: usize = 64;
const FEATURES: usize = 4;
const STEPS: usize = 200;
const HANDLES: i64 = 100000;

#[derive(Debug)]
struct Error {
    code: i32,
    op: String,
    location: String,
    message: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}: {}", self.location, self.message)
    }
}

impl std::error::Error for Error {}

type Result<T> = std::result::Result<T, Error>;

fn text(pointer: *const c_char) -> String {
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

fn check(status: Raw) -> Result<()> {
    if status.is_null() {
        return Ok(());
    }
    unsafe {
        let error = Error {
            code: lz_status_code(status),
            op: text(lz_status_op(status)),
            location: text(lz_status_location(status)),
            message: text(lz_status_message(status)),
        };
        lz_status_release(status);
        Err(error)
    }
}

/// Declares a type that owns one reference and makes one from a call with an out-parameter.
macro_rules! handle {
    ($name:ident, $release:ident) => {
        struct $name(Raw);
        impl Drop for $name {
            fn drop(&mut self) {
                unsafe { $release(self.0) }
            }
        }
        #[allow(dead_code)]
        impl $name {
            fn out(call: impl FnOnce(*mut Raw) -> Raw) -> Result<$name> {
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
handle!(Text, lz_string_release);

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&text(unsafe { lz_string_data(self.0) }))
    }
}

/// Records an op with the line that called the caller.
#[track_caller]
fn op(call: impl FnOnce(Here, *mut Raw) -> Raw) -> Result<Tensor> {
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
fn binary(call: Binary, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    op(|here, out| unsafe { call(a.0, b.0, here, out) })
}

fn from_host(device: &Device, dims: &[i64], data: &[f32]) -> Result<Tensor> {
    assert!(dims.iter().product::<i64>() <= data.len() as i64);
    Tensor::out(|out| unsafe {
        lz_tensor_from_host(device.0, F32, dims.as_ptr(), dims.len(), data.as_ptr().cast(), null(), out)
    })
}

fn scalar(device: &Device, value: f64) -> Result<Tensor> {
    Tensor::out(|out| unsafe { lz_scalar_f64(device.0, F32, value, null(), out) })
}

/// A scalar in the shape of another tensor.
fn spread(value: &Tensor, like: &Tensor) -> Result<Tensor> {
    op(|here, out| unsafe {
        lz_broadcast_in_dim(value.0, null(), 0, lz_tensor_dims(like.0), lz_tensor_rank(like.0), here, out)
    })
}

fn scale(device: &Device, x: &Tensor, by: f64) -> Result<Tensor> {
    binary(lz_multiply, x, &spread(&scalar(device, by)?, x)?)
}

fn gradients(output: &Tensor, cotangent: Option<&Tensor>, arguments: &[&Tensor]) -> Result<Vec<Tensor>> {
    let cotangents = cotangent.map(|tensor| [tensor.0]);
    let arguments: Vec<Raw> = arguments.iter().map(|tensor| tensor.0).collect();
    let mut out = vec![null_mut(); arguments.len()];
    check(unsafe {
        lz_gradients(&output.0, 1, cotangents.as_ref().map_or(null(), |c| c.as_ptr()), arguments.as_ptr(),
                     arguments.len(), null(), out.as_mut_ptr())
    })?;
    Ok(out.into_iter().map(Tensor).collect())
}

fn read(tensor: &Tensor) -> Result<Vec<u32>> {
    let size = unsafe { lz_tensor_nbytes(tensor.0) } as usize;
    let mut bits = vec![0u32; size / 4];
    check(unsafe { lz_tensor_read(tensor.0, bits.as_mut_ptr().cast(), size) })?;
    Ok(bits)
}

fn print_floats(title: &str, tensor: &Tensor) -> Result<()> {
    let words: Vec<String> = read(tensor)?.iter().map(|bits| format!(" {bits:08x}")).collect();
    println!("{title}{}", words.concat());
    Ok(())
}

fn counter(context: &Context, which: i32) -> Result<i64> {
    let mut value = 0;
    check(unsafe { lz_context_counter(context.0, which, &mut value) })?;
    Ok(value)
}

/// x / 2 * (1 + erf(x / sqrt(2)))
fn gelu(device: &Device, x: &Tensor) -> Result<Tensor> {
    let inner = scale(device, x, std::f64::consts::FRAC_1_SQRT_2)?;
    let erf = op(|here, out| unsafe { lz_erf(inner.0, here, out) })?;
    let sum = binary(lz_add, &erf, &spread(&scalar(device, 1.0)?, x)?)?;
    binary(lz_multiply, &scale(device, x, 0.5)?, &sum)
}

fn show_gelu(device: &Device) -> Result<()> {
    let x = from_host(device, &BLOCK, &POINTS)?;
    let y = gelu(device, &x)?;
    let gradient = gradients(&y, Some(&spread(&scalar(device, 1.0)?, &x)?), &[&x])?;
    println!("recorded graph\n{}", Text::out(|out| unsafe { lz_recording_print(&y.0, 1, out) })?);
    print_floats("gelu", &y)?;
    print_floats("gelu gradient", &gradient[0])
}

fn function(device: &Device, name: &CStr, types: &[&[i64]], body: impl Fn(&[Tensor]) -> Result<Tensor>)
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

struct Model {
    device: Device,
    add: Function,
    x: Tensor,
    y: Tensor,
    weights: Tensor,
    bias: Tensor,
}

impl Model {
    /// loss = mean((x w + b - y)^2); w and b go a tenth of the gradient down.
    fn step(&mut self) -> Result<Tensor> {
        let start = scalar(&self.device, 0.0)?;
        let product = op(|here, out| unsafe {
            lz_dot_general(self.x.0, self.weights.0, null(), 0, null(), 0, &1, 1, &0, 1, F32, here, out)
        })?;
        let guess = binary(lz_add, &product, &spread(&self.bias, &self.y)?)?;
        let off = binary(lz_subtract, &guess, &self.y)?;
        let square = binary(lz_multiply, &off, &off)?;
        let sum = op(|here, out| unsafe {
            lz_reduce(&square.0, 1, &start.0, 1, &0, 1, self.add.0, here, out, 1)
        })?;
        let loss = scale(&self.device, &sum, 1.0 / SAMPLES as f64)?;
        let change = gradients(&loss, None, &[&self.weights, &self.bias])?;
        self.weights = binary(lz_subtract, &self.weights, &scale(&self.device, &change[0], 0.1)?)?;
        self.bias = binary(lz_subtract, &self.bias, &scale(&self.device, &change[1], 0.1)?)?;
        Ok(loss)
    }
}

fn show_regression(context: &Context, device: Device) -> Result<Device> {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for i in 0..SAMPLES as i64 {
        let row: Vec<f64> =
            (0..FEATURES as i64).map(|j| ((i * 7 + j * 3 + i * j) % 11 - 5) as f64 / 8.0).collect();
        y.push(row.iter().zip([1.0, -2.0, 3.0, 0.5]).fold(0.25, |sum, (v, t)| sum + v * t) as f32);
        x.extend(row.iter().map(|value| *value as f32));
    }
    let mut model = Model {
        add: function(&device, c_text("add").as_c_str(), &[&[], &[]], |p| binary(lz_add, &p[0], &p[1]))?,
        x: from_host(&device, &[SAMPLES as i64, FEATURES as i64], &x)?,
        y: from_host(&device, &[SAMPLES as i64], &y)?,
        weights: from_host(&device, &[FEATURES as i64], &[0.0; FEATURES])?,
        bias: from_host(&device, &[], &[0.0])?,
        device,
    };
    let (compiles, barriers) = (counter(context, COMPILES)?, counter(context, BARRIERS)?);
    let mut loss = None;
    for _ in 0..STEPS {
        loss = Some(model.step()?);
        check(unsafe { lz_context_barrier(context.0, model.device.0, 1, null_mut()) })?;
    }
    print_floats("regression loss", &loss.unwrap())?;
    print_floats("regression weights", &model.weights)?;
    print_floats("regression bias", &model.bias)?;
    println!("regression barriers {} compiles {}", counter(context, BARRIERS)? - barriers,
             counter(context, COMPILES)? - compiles);
    Ok(model.device)
}

fn c_text(text: &str) -> CString {
    CString::new(text).unwrap()
}

fn run(program: &Executable, x: &Tensor, give: bool) -> Result<Tensor> {
    let donate = give as u8;
    let options =
        RunOptions { struct_size: std::mem::size_of::<RunOptions>(), flags: 1, donate: &donate, num_donate: 1 };
    Tensor::out(|out| unsafe { lz_executable_run(program.0, &x.0, 1, &options, out, 1) })
}

/// Compiled once, called with other inputs; the second is given away.
fn show_executable(device: &Device) -> Result<()> {
    let gelu = function(device, c_text("gelu").as_c_str(), &[&BLOCK], |p| gelu(device, &p[0]))?;
    let donate = 1u8;
    let options = CompileOptions {
        struct_size: std::mem::size_of::<CompileOptions>(),
        numerics: 0,
        reserved: 0,
        donate: &donate,
        num_donate: 1,
    };
    let program = Executable::out(|out| unsafe { lz_function_compile(gelu.0, &options, out) })?;
    let given = from_host(device, &BLOCK, &POINTS.map(|value| 2.0 * value))?;
    print_floats("executable", &run(&program, &from_host(device, &BLOCK, &POINTS)?, false)?)?;
    print_floats("executable with a donated input", &run(&program, &given, true)?)?;
    if let Err(error) = read(&given) {
        println!("reading the donated input: code {}", error.code);
    }
    println!("recorded program\n{}", Text::out(|out| unsafe { lz_function_print(gelu.0, out) })?);
    println!("memory report\n{}", Text::out(|out| unsafe { lz_executable_memory_report(program.0, out) })?);
    Ok(())
}

fn show_module(context: &Context, device: &Device, path: &str) -> Result<()> {
    let source = std::fs::read(path).expect("the module's file");
    let module = Module::out(|out| unsafe {
        lz_module_parse(context.0, source.as_ptr().cast(), source.len(), c_text(path).as_ptr(), out)
    })?;
    let program = Executable::out(|out| unsafe { lz_module_compile(module.0, null(), out) })?;
    print_floats("module", &run(&program, &from_host(device, &BLOCK, &POINTS)?, false)?)
}

#[repr(align(64))]
struct Aligned([f32; 8]);

extern "C" fn over(user: *mut c_void, data: *const c_void) {
    unsafe { *user.cast::<*const c_void>() = data }
}

/// Memory of ours becomes a tensor, and a tensor's memory is read, without a copy.
fn show_sharing(device: &Device) -> Result<()> {
    let values = Aligned([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let data: *const c_void = values.0.as_ptr().cast();
    let mut released: *const c_void = null();
    let options = HostOptions {
        struct_size: std::mem::size_of::<HostOptions>(),
        mode: 2,
        reserved: 0,
        byte_strides: null(),
        release: Some(over),
        release_user: (&mut released as *mut *const c_void).cast(),
        out_event: null_mut(),
    };
    let mut lent: *mut Managed = null_mut();
    let x = Tensor::out(|out| unsafe { lz_tensor_from_host(device.0, F32, BLOCK.as_ptr(), 2, data, &options, out) })?;
    check(unsafe { lz_tensor_to_dlpack(x.0, &mut lent) })?;
    drop(x);
    println!("shared in place: {}", (unsafe { (*lent).data } == data && released.is_null()) as i32);
    unsafe { ((*lent).deleter)(lent) };
    println!("given back: {}", (unsafe { std::ptr::read_volatile(&released) } == data) as i32);
    Ok(())
}

fn show_error(device: &Device) -> Result<()> {
    let (a, b) = (from_host(device, &[3], &POINTS)?, from_host(device, &[2], &POINTS)?);
    let place = format!("{}:{}", file!(), line!() + 1);
    if let Err(error) = binary(lz_add, &a, &b) {
        println!("error: code {}, op {}, at the caller's line: {}", error.code, error.op,
                 (error.location == place) as i32);
        println!("error: {}", &error.message[error.message.find('[').unwrap()..]);
        eprintln!("{error}");
    }
    Ok(())
}

fn show_handles(device: &Device) -> Result<()> {
    let before = unsafe { lz_live_handles() };
    for i in 0..HANDLES {
        scalar(device, i as f64)?;
    }
    println!("handles made {HANDLES}, left {}", unsafe { lz_live_handles() } - before);
    Ok(())
}

fn run_all(path: &str) -> Result<()> {
    let options =
        ContextOptions { struct_size: std::mem::size_of::<ContextOptions>(), threads: 2, numerics: 0 };
    let context = Context::out(|out| unsafe { lz_context_create(&options, out) })?;
    let device = Device::out(|out| unsafe { lz_context_device(context.0, 0, out) })?;
    println!("version {} abi {}", unsafe { lz_version() }, unsafe { lz_abi_version() });
    show_gelu(&device)?;
    let device = show_regression(&context, device)?;
    show_executable(&device)?;
    show_module(&context, &device, path)?;
    show_sharing(&device)?;
    show_error(&device)?;
    for (name, which) in COUNTERS {
        println!("counter {name} {}", counter(&context, which)?);
    }
    show_handles(&device)
}

fn main() {
    if let Err(error) = run_all(&std::env::args().nth(1).expect("FILE.mlir")) {
        eprintln!("{error}");
        std::process::exit(1);
    }
    println!("handles at the end {}", unsafe { lz_live_handles() });
}
