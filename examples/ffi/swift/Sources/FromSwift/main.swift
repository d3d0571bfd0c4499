// Lazuli from Swift: handles that release themselves, errors that are thrown. Prints what examples/ffi/c prints, up
// to the line "only in Swift".
//
//   main FILE.mlir      a program of one f32 input of 2x4 and one output
import CLazuli
import Foundation

let samples = 64, features = 4, steps = 200, handles = 100000
let counters: [(String, Int)] = [
  ("compiles", LZ_COUNTER_COMPILES), ("cache hits", LZ_COUNTER_CACHE_HITS), ("executions", LZ_COUNTER_EXECUTIONS),
  ("ops recorded", LZ_COUNTER_OPS_RECORDED), ("donated inputs", LZ_COUNTER_DONATED_INPUTS),
  ("live tensors", LZ_COUNTER_LIVE_TENSORS), ("bytes in use", LZ_COUNTER_BYTES_IN_USE),
  ("peak bytes", LZ_COUNTER_PEAK_BYTES),
]

func hex(_ bits: UInt32) -> String {
  let digits = String(bits, radix: 16)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

func printFloats(_ title: String, _ tensor: Tensor) throws {
  print(([title] + (try read(tensor)).map(hex)).joined(separator: " "))
}

extension Recorder {
  /// x / 2 * (1 + erf(x / sqrt(2)))
  func gelu(_ x: Tensor) throws -> Tensor {
    let inner = try scale(x, by: 0.5.squareRoot())
    let erf = try tensor { lz_erf(inner.raw, nil, $0) }
    let sum = try add(erf, spread(scalar(1), like: x))
    return try multiply(scale(x, by: 0.5), sum)
  }
}

func showGelu(_ r: Recorder) throws {
  let x = try r.fromHost(block, points), y = try r.gelu(x)
  let gradient = try gradients(of: y, r.spread(r.scalar(1), like: x), [x])[0]
  print("recorded graph\n\(try withExtendedLifetime(y) { try text { lz_recording_print([y.raw], 1, $0) } })")
  try printFloats("gelu", y)
  try printFloats("gelu gradient", gradient)
}

struct Model {
  let r: Recorder
  let total: Handle
  let x, y: Tensor
  var parameters: [Tensor]  // weights, bias

  /// loss = mean((x w + b - y)^2); w and b are changed by a tenth of the gradient.
  mutating func step() throws -> Tensor {
    let start = try r.scalar(0), weights = parameters[0]
    let product = try matmul(x, weights)
    let off = try subtract(add(product, r.spread(parameters[1], like: y)), y)
    let square = try multiply(off, off)
    let sum = try withExtendedLifetime((square, start)) {
      try tensor { lz_reduce([square.raw], 1, [start.raw], 1, [0], 1, total.raw, nil, $0, 1) }
    }
    let loss = try r.scale(sum, by: 1 / Double(samples))
    let changes = try gradients(of: loss, nil, parameters)
    parameters = try zip(parameters, changes).map { try subtract($0, r.scale($1, by: 0.1)) }
    return loss
  }
}

func showRegression(_ context: Handle, _ r: Recorder) throws {
  var x: [Float] = [], y: [Float] = []
  for i in 0..<samples {
    let row = (0..<features).map { j in Double((i * 7 + j * 3 + i * j) % 11 - 5) / 8 }
    x += row.map { Float($0) }
    y.append(Float(zip(row, [1, -2, 3, 0.5]).reduce(0.25) { $0 + $1.0 * $1.1 }))
  }
  var model = Model(
    r: r, total: try r.function("add", [[], []]) { try add($0[0], $0[1]) },
    x: try r.fromHost([Int64(samples), Int64(features)], x), y: try r.fromHost([Int64(samples)], y),
    parameters: [
      try r.fromHost([Int64(features)], [Float](repeating: 0, count: features)), try r.fromHost([], [0]),
    ])
  let compiles = try counter(context, LZ_COUNTER_COMPILES), barriers = try counter(context, LZ_COUNTER_BARRIERS)
  var loss: Tensor?
  for _ in 0..<steps {
    loss = try model.step()
    try check(lz_context_barrier(context.raw, r.device.raw, UInt64(LZ_BARRIER_WAIT), nil))
  }
  try printFloats("regression loss", loss!)
  try printFloats("regression weights", model.parameters[0])
  try printFloats("regression bias", model.parameters[1])
  print(
    "regression barriers \(try counter(context, LZ_COUNTER_BARRIERS) - barriers)",
    "compiles \(try counter(context, LZ_COUNTER_COMPILES) - compiles)")
}

/// Compiles once and runs with different inputs; the second run donates its input.
func showExecutable(_ r: Recorder) throws {
  let function = try r.function("gelu", [block]) { try r.gelu($0[0]) }
  let program = try withUnsafePointer(to: UInt8(1)) { donate in
    var options = lz_compile_options()
    options.struct_size = MemoryLayout<lz_compile_options>.size
    options.donate = donate
    options.num_donate = 1
    return try made(lz_executable_release) { lz_function_compile(function.raw, &options, $0) }
  }
  let given = try r.fromHost(block, points.map { 2 * $0 })
  try printFloats("executable", run(program, r.fromHost(block, points)))
  try printFloats("executable with a donated input", run(program, given, give: true))
  do {
    _ = try read(given)
  } catch let error as LazuliError {
    print("reading the donated input: code \(error.code)")
  }
  print("recorded program\n\(try text { lz_function_print(function.raw, $0) })")
  print("memory report\n\(try text { lz_executable_memory_report(program.raw, $0) })")
}

func showModule(_ context: Handle, _ r: Recorder, _ path: String) throws {
  let source = try String(contentsOfFile: path, encoding: .utf8)
  let module = try made(lz_module_release) {
    lz_module_parse(context.raw, source, source.utf8.count, path, $0)
  }
  let program = try made(lz_executable_release) { lz_module_compile(module.raw, nil, $0) }
  try printFloats("module", run(program, r.fromHost(block, points)))
}

/// Memory of this program becomes a tensor, and a tensor's memory is read, both without a copy.
func showSharing(_ r: Recorder) throws {
  let values = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 64)
  defer { values.deallocate() }
  values.initializeMemory(as: Float.self, repeating: 1, count: 8)
  let released = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 1)
  defer { released.deallocate() }
  released.initialize(to: nil)
  var options = lz_host_options()
  options.struct_size = MemoryLayout<lz_host_options>.size
  options.mode = lz_host_mode(LZ_HOST_BORROW_IMMUTABLE)
  options.release = { user, data in user!.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee = data }
  options.release_user = UnsafeMutableRawPointer(released)
  var lent: UnsafeMutablePointer<DLManagedTensorVersioned>?
  do {
    let x = try tensor { lz_tensor_from_host(r.device.raw, f32, block, 2, values, &options, $0) }
    try check(lz_tensor_to_dlpack(x.raw, &lent))
  }
  print("shared in place: \(lent!.pointee.dl_tensor.data == values && released.pointee == nil ? 1 : 0)")
  lent!.pointee.deleter(lent)
  print("given back: \(released.pointee == UnsafeRawPointer(values) ? 1 : 0)")
}

/// Multiplies each element by its place.
let byPlace: lz_host_call_fn = { user, args in
  let x = args.pointee.operands!.pointee, y = args.pointee.results!.pointee
  let from = x.data!.assumingMemoryBound(to: Float.self), to = y.data!.assumingMemoryBound(to: Float.self)
  user!.assumingMemoryBound(to: Int.self).pointee += 1
  for place in 0..<Int(x.nbytes) / 4 {
    to[place] = from[place] * Float(place)
  }
  return nil
}

/// Calls a function of this program in the middle of a compiled one, and reads without waiting.
func showHostCall(_ context: Handle, _ r: Recorder) throws {
  let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  defer { calls.deallocate() }
  calls.initialize(to: 0)
  var options = lz_host_call_options()
  options.struct_size = MemoryLayout<lz_host_call_options>.size
  options.user = UnsafeMutableRawPointer(calls)
  try check(lz_context_register_host_call(context.raw, "by_place", byPlace, &options))
  let x = try r.fromHost(block, points), twice = try add(x, x)
  let called = try block.withUnsafeBufferPointer { dims in
    var type = lz_tensor_type(dtype: f32, reserved: 0, rank: 2, dims: dims.baseAddress)
    return try withExtendedLifetime(twice) {
      try tensor { lz_host_call(r.device.raw, "by_place", [twice.raw], 1, &type, nil, nil, $0, 1) }
    }
  }
  let sum = try add(called, x)
  try printFloats("host call", sum)
  let bits = UnsafeMutablePointer<UInt32>.allocate(capacity: 8)
  defer { bits.deallocate() }
  let event = try made(lz_event_release) { lz_tensor_read_async(sum.raw, bits, 32, nil, $0) }
  try check(lz_event_wait(event.raw, -1))
  let words = (0..<8).map { hex(bits[$0]) }
  print((["calls \(calls.pointee), read without waiting"] + words).joined(separator: " "))
}

func showError(_ r: Recorder) throws {
  let a = try r.fromHost([3], points), b = try r.fromHost([2], points)
  let place = "\(#fileID):\(#line + 2)"
  do {
    _ = try add(a, b)
  } catch let error as LazuliError {
    let line = error.location == place ? 1 : 0
    print("error: code \(error.code), op \(error.op), at the caller's line: \(line)")
    print("error: \(error.message[error.message.firstIndex(of: "[")!...])")
    FileHandle.standardError.write("\(error)\n".data(using: .utf8)!)
  }
}

func showHandles(_ r: Recorder) throws {
  let before = lz_live_handles()
  for i in 0..<handles {
    _ = try r.scalar(Double(i))
  }
  print("handles made \(handles), left \(lz_live_handles() - before)")
}

func runAll(_ path: String) async throws {
  var options = lz_context_options()
  options.struct_size = MemoryLayout<lz_context_options>.size
  options.threads = 2
  let context = try made(lz_context_release) { lz_context_create(&options, $0) }
  let r = Recorder(device: try made(lz_device_release) { lz_context_device(context.raw, 0, $0) })
  print("version \(lz_version()) abi \(lz_abi_version())")
  try showGelu(r)
  try showRegression(context, r)
  try showExecutable(r)
  try showModule(context, r, path)
  try showSharing(r)
  try showHostCall(context, r)
  try showError(r)
  for (name, which) in counters {
    print("counter \(name) \(try counter(context, which))")
  }
  try showHandles(r)
  print("only in Swift")
  try await showAsync(context, r)
}

try await runAll(CommandLine.arguments[1])
print("handles at the end \(lz_live_handles())")
