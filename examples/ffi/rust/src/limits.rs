//! What Rust needs besides ops. Memory comes from an allocator of the program, under a limit, and errors say how much was missing.
//! Host calls are closures, and their panics become errors. The program waits for several events. Clones are references.
use crate::lazuli::*;
use crate::raw::*;
use std::alloc::{alloc, dealloc, Layout};
use std::ffi::{c_void, CStr};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

/// The memory of one context. It counts what is allocated, and knows tensors that can be computed
/// again.
#[derive(Default)]
struct Pool {
    bytes: AtomicI64,
    asked: AtomicUsize,
    caches: Mutex<Vec<Tensor>>,
}

impl Pool {
    /// The context also owns the pool, until the library says that all memory has come back.
    fn hooks(self: &Arc<Pool>) -> MemoryHooks {
        MemoryHooks {
            struct_size: std::mem::size_of::<MemoryHooks>(),
            alloc: Some(take),
            free: Some(give_back),
            pressure: Some(give_up),
            user: Arc::into_raw(self.clone()).cast_mut().cast(),
            release: Some(let_go),
        }
    }
}

/// Here and below, `user` must be the pool of a context that is alive.
unsafe fn pool<'a>(user: *mut c_void) -> &'a Pool {
    &*user.cast::<Pool>()
}

unsafe extern "C" fn take(user: *mut c_void, bytes: usize, alignment: usize) -> *mut c_void {
    pool(user).bytes.fetch_add(bytes as i64, SeqCst);
    alloc(Layout::from_size_align_unchecked(bytes, alignment)).cast()
}

unsafe extern "C" fn give_back(user: *mut c_void, data: *mut c_void, bytes: usize) {
    pool(user).bytes.fetch_sub(bytes as i64, SeqCst);
    dealloc(data.cast(), Layout::from_size_align_unchecked(bytes, 64));
}

/// Drops the tensor that was kept last; without any, the allocation fails.
unsafe extern "C" fn give_up(user: *mut c_void, _wanted: i64, _available: i64) -> i32 {
    pool(user).asked.fetch_add(1, SeqCst);
    let tensor = pool(user).caches.lock().unwrap().pop();
    tensor.is_some() as i32
}

unsafe extern "C" fn let_go(user: *mut c_void) {
    drop(Arc::from_raw(user.cast::<Pool>()));
}

fn floats(tensor: &Tensor) -> Result<Vec<f32>> {
    Ok(read(tensor)?.into_iter().map(f32::from_bits).collect())
}

const MIB: usize = 1 << 20;

fn zeros(device: &Device, mebibytes: usize) -> Result<Tensor> {
    let data = vec![0f32; mebibytes * MIB / 4];
    from_host(device, &[data.len() as i64], &data)
}

/// Ten mebibytes, six of which are used by two tensors that are caches.
fn show_memory() -> Result<()> {
    let pool = Arc::new(Pool::default());
    {
        let hooks = pool.hooks();
        let options = ContextOptions { budget_bytes: 10 * MIB as i64, memory: &hooks, ..context_options() };
        let context = Context::out(|out| unsafe { lz_context_create(&options, out) })?;
        let device = Device::out(|out| unsafe { lz_context_device(context.0, 0, out) })?;
        for _ in 0..2 {
            pool.caches.lock().unwrap().push(zeros(&device, 3)?);
        }
        let kept = zeros(&device, 6)?;
        println!("asked to give memory up: {}, caches left {}, out {} MiB", pool.asked.load(SeqCst),
                 pool.caches.lock().unwrap().len(), pool.bytes.load(SeqCst) / MIB as i64);
        if let Err(error) = zeros(&device, 8) {
            println!("no memory: code {}, wanted {} MiB, available {} MiB", error.code, error.bytes_wanted / MIB as i64,
                     error.bytes_available / MIB as i64);
        }
        if let Err(error) = check(unsafe { lz_device_set_memory_budget(device.0, MIB as i64) }) {
            println!("a budget below what is in use: code {}", error.code);
        }
        check(unsafe { lz_device_set_memory_budget(device.0, 20 * MIB as i64) })?;
        println!("with a larger budget: {} elements", floats(&zeros(&device, 8)?)?.len());
        pool.caches.lock().unwrap().clear(); // these tensors keep the context, which keeps the pool
        drop(kept);
    }
    println!("out after the context: {} bytes, owners of the pool {}", pool.bytes.load(SeqCst), Arc::strong_count(&pool));
    Ok(())
}

/// The pair of elements that begins at `start`, which is one element of this type.
fn pair_at(device: &Device, x: &Tensor, dtype: i32, start: *const c_void) -> Result<Tensor> {
    let start = Tensor::out(|out| unsafe { lz_scalar(device.0, dtype, start, null(), out) })?;
    op(|here, out| unsafe { lz_dynamic_slice(x.0, &start.0, 1, &2, 1, here, out) })
}

/// Shows which operand an error is about.
fn show_operand(device: &Device) -> Result<()> {
    let x = from_host(device, &[4], &[1.0, 2.0, 3.0, 4.0])?;
    let pair = pair_at(device, &x, S32, (&2i32 as *const i32).cast())?;
    println!("a pair: {:?}", floats(&pair)?);
    if let Err(error) = pair_at(device, &x, F32, (&2f32 as *const f32).cast()) {
        println!("an error about operand {} of {}", error.operand, error.op);
        eprintln!("{error}");
    }
    Ok(())
}

type Call = Box<dyn Fn(&[f32], &mut [f32]) + Send + Sync>;

/// Runs the closure behind `user`; a panic becomes a status.
unsafe extern "C" fn call_closure(user: *mut c_void, args: *const HostCallArgs) -> Raw {
    let (x, y) = (&*(*args).operands, &*(*args).results);
    let from = std::slice::from_raw_parts(x.data.cast::<f32>(), x.nbytes as usize / 4);
    let to = std::slice::from_raw_parts_mut(y.data.cast::<f32>(), y.nbytes as usize / 4);
    match catch_unwind(AssertUnwindSafe(|| (*user.cast::<Call>())(from, to))) {
        Ok(()) => null_mut(),
        Err(panic) => {
            let message = c_text(panic.downcast_ref::<&str>().unwrap_or(&"a panic"));
            lz_status_create(INTERNAL, message.as_ptr())
        }
    }
}

extern "C" fn drop_closure(user: *mut c_void) {
    drop(unsafe { Box::from_raw(user.cast::<Call>()) });
}

/// Registers a closure as an op. What it holds is dropped when nothing can call it any more.
fn register(context: &Context, name: &CStr, call: Call) -> Result<()> {
    let options = HostCallOptions {
        struct_size: std::mem::size_of::<HostCallOptions>(),
        flags: HAS_EFFECTS,
        user: Box::into_raw(Box::new(call)).cast(),
        release: Some(drop_closure),
    };
    check(unsafe { lz_context_register_host_call(context.0, name.as_ptr(), call_closure, &options) })
}

fn show_closures() -> Result<()> {
    let calls = Arc::new(AtomicI64::new(0));
    {
        let context = Context::out(|out| unsafe { lz_context_create(&context_options(), out) })?;
        let device = Device::out(|out| unsafe { lz_context_device(context.0, 0, out) })?;
        let (counted, name) = (calls.clone(), c_text("logarithm"));
        register(&context, &name, Box::new(move |x, y| {
            counted.fetch_add(1, SeqCst);
            for (from, to) in x.iter().zip(y) {
                assert!(*from > 0.0, "no logarithm of what is not positive");
                *to = from.ln();
            }
        }))?;
        let kind = TensorType { dtype: F32, reserved: 0, rank: 1, dims: [2].as_ptr() };
        for values in [[1.0, std::f32::consts::E], [1.0, 0.0]] {
            let x = from_host(&device, &[2], &values)?;
            let y = op(|here, out| unsafe {
                lz_host_call(device.0, name.as_ptr(), &x.0, 1, &kind, null(), here, out, 1)
            })?;
            match floats(&y) {
                Ok(values) => println!("a closure: {values:.3?}"),
                Err(error) => println!("a panic: code {}, op {}", error.code, error.op),
            }
        }
    }
    println!("calls {}, owners of the closure's count {}", calls.load(SeqCst), Arc::strong_count(&calls));
    Ok(())
}

/// Waits for all events or for one of them, and says which event the status is from.
fn wait(events: &[Event], mode: i32, timeout_ns: i64) -> (Result<()>, usize) {
    let raw: Vec<Raw> = events.iter().map(|event| event.0).collect();
    let mut index = 0;
    let result = check(unsafe { lz_events_wait(raw.as_ptr(), raw.len(), mode, timeout_ns, &mut index) });
    (result, index)
}

/// Waits for work of two contexts whose handles are already dropped.
fn show_waiting() -> Result<()> {
    let (mut sums, mut events) = (Vec::new(), Vec::new());
    for value in [1.0, 2.0] {
        let context = Context::out(|out| unsafe { lz_context_create(&context_options(), out) })?;
        let device = Device::out(|out| unsafe { lz_context_device(context.0, 0, out) })?;
        let x = from_host(&device, &[1], &[value])?;
        let sum = binary(lz_add, &x, &x.clone())?;
        check(unsafe { lz_evaluate(&sum.0, 1, 0, null_mut()) })?;
        events.push(Event::out(|out| unsafe { lz_tensor_event(sum.0, out) })?);
        sums.push(sum);
    }
    let (first, index) = wait(&events, WAIT_ANY, FOREVER);
    first?;
    let (all, count) = wait(&events, WAIT_ALL, FOREVER);
    all?;
    println!("one of two came first: {}, then all {count}", index < count);
    let values = sums.iter().map(floats).collect::<Result<Vec<_>>>()?;
    println!("their sums: {values:?}");
    Ok(())
}

pub fn show_limits(device: &Device) -> Result<()> {
    show_memory()?;
    show_operand(device)?;
    show_closures()?;
    show_waiting()
}
