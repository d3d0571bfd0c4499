//! Lazuli from Rust without crates: handles that drop themselves, errors that are `Result`s. Prints what examples/ffi/c
//! prints, up to the line "only in Rust".
//!
//!   main FILE.mlir      a program of one f32 input of 2x4 and one output
mod lazuli;
mod limits;
mod raw;

use lazuli::*;
use raw::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

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

fn print_floats(title: &str, tensor: &Tensor) -> Result<()> {
    let words: Vec<String> = read(tensor)?.iter().map(|bits| format!(" {bits:08x}")).collect();
    println!("{title}{}", words.concat());
    Ok(())
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

struct Model {
    device: Device,
    add: Function,
    x: Tensor,
    y: Tensor,
    weights: Tensor,
    bias: Tensor,
}

impl Model {
    /// loss = mean((x w + b - y)^2); w and b are changed by a tenth of the gradient.
    fn step(&mut self) -> Result<Tensor> {
        let start = scalar(&self.device, 0.0)?;
        let columns_by_rows = DotGeneralAttributes {
            struct_size: std::mem::size_of::<DotGeneralAttributes>(),
            lhs_batching: null(),
            num_lhs_batching: 0,
            rhs_batching: null(),
            num_rhs_batching: 0,
            lhs_contracting: &1,
            num_lhs_contracting: 1,
            rhs_contracting: &0,
            num_rhs_contracting: 1,
        };
        let product =
            op(|here, out| unsafe { lz_dot_general(self.x.0, self.weights.0, &columns_by_rows, here, out) })?;
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
        add: function(&device, &c_text("add"), &[&[], &[]], |p| binary(lz_add, &p[0], &p[1]))?,
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

/// Compiles once and runs with different inputs; the second run is given its input's memory.
fn show_executable(device: &Device) -> Result<()> {
    let gelu = function(device, &c_text("gelu"), &[&BLOCK], |p| gelu(device, &p[0]))?;
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

/// Memory of this program becomes a tensor, and a tensor's memory is read, both without a copy.
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

/// Multiplies each element by its place. No panic may leave it.
extern "C" fn by_place(user: *mut c_void, args: *const HostCallArgs) -> Raw {
    unsafe {
        let (x, y) = (&*(*args).operands, &*(*args).results);
        let count = x.nbytes as usize / std::mem::size_of::<f32>();
        let from = std::slice::from_raw_parts(x.data.cast::<f32>(), count);
        let to = std::slice::from_raw_parts_mut(y.data.cast::<f32>(), count);
        *user.cast::<i32>() += 1;
        for (place, (value, out)) in from.iter().zip(to).enumerate() {
            *out = value * place as f32;
        }
    }
    null_mut()
}

/// Calls a function of this program in the middle of a compiled one, and reads without waiting.
fn show_host_call(context: &Context, device: &Device) -> Result<()> {
    let (name, mut calls) = (c_text("by_place"), 0i32);
    let options = HostCallOptions {
        struct_size: std::mem::size_of::<HostCallOptions>(),
        flags: 0,
        user: (&mut calls as *mut i32).cast(),
        release: None,
    };
    check(unsafe { lz_context_register_host_call(context.0, name.as_ptr(), by_place, &options) })?;
    let kind = TensorType { dtype: F32, reserved: 0, rank: 2, dims: BLOCK.as_ptr() };
    let x = from_host(device, &BLOCK, &POINTS)?;
    let twice = binary(lz_add, &x, &x)?;
    let called = op(|here, out| unsafe {
        lz_host_call(device.0, name.as_ptr(), &twice.0, 1, &kind, null(), here, out, 1)
    })?;
    let sum = binary(lz_add, &called, &x)?;
    print_floats("host call", &sum)?;
    let mut bits = [0u32; 8];
    let event =
        Event::out(|out| unsafe { lz_tensor_read_async(sum.0, bits.as_mut_ptr().cast(), 32, null(), out) })?;
    check(unsafe { lz_event_wait(event.0, -1) })?;
    print!("calls {}, read without waiting", unsafe { std::ptr::read_volatile(&calls) });
    for word in bits {
        print!(" {word:08x}");
    }
    println!();
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
    let context = Context::out(|out| unsafe { lz_context_create(&context_options(), out) })?;
    let device = Device::out(|out| unsafe { lz_context_device(context.0, 0, out) })?;
    println!("version {} abi {}", unsafe { lz_version() }, unsafe { lz_abi_version() });
    show_gelu(&device)?;
    let device = show_regression(&context, device)?;
    show_executable(&device)?;
    show_module(&context, &device, path)?;
    show_sharing(&device)?;
    show_host_call(&context, &device)?;
    show_error(&device)?;
    for (name, which) in COUNTERS {
        println!("counter {name} {}", counter(&context, which)?);
    }
    show_handles(&device)?;
    println!("only in Rust");
    limits::show_limits(&device)
}

fn main() {
    if let Err(error) = run_all(&std::env::args().nth(1).expect("FILE.mlir")) {
        eprintln!("{error}");
        std::process::exit(1);
    }
    println!("handles at the end {}", unsafe { lz_live_handles() });
}
