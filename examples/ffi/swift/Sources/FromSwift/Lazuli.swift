// What this program needs to use Lazuli from Swift: handles release themselves, errors are thrown,
// and ops know the line that called them.
import CLazuli

typealias Raw = OpaquePointer

struct LazuliError: Error, CustomStringConvertible {
  let code: lz_code
  let op, location, message: String

  /// Takes the status over.
  init(_ status: Raw) {
    code = lz_status_code(status)
    op = String(cString: lz_status_op(status))
    location = String(cString: lz_status_location(status))
    message = String(cString: lz_status_message(status))
    lz_status_release(status)
  }
  var description: String { "\(location): \(message)" }
}

func check(_ status: Raw?) throws {
  if let status { throw LazuliError(status) }
}

/// One reference, which is released with the object. Any thread may use the objects.
class Handle: @unchecked Sendable {
  let raw: Raw
  private let release: (Raw?) -> Void

  init(_ raw: Raw, _ release: @escaping (Raw?) -> Void) {
    self.raw = raw
    self.release = release
  }
  deinit { release(raw) }
}

/// A handle from a call with an out-parameter.
func made(_ release: @escaping (Raw?) -> Void, _ call: (UnsafeMutablePointer<Raw?>) -> Raw?) throws -> Handle {
  var raw: Raw?
  try check(call(&raw))
  return Handle(raw!, release)
}

typealias Tensor = Handle

func tensor(_ call: (UnsafeMutablePointer<Raw?>) -> Raw?) throws -> Tensor {
  try made(lz_tensor_release, call)
}

let f32 = lz_dtype(LZ_DTYPE_F32)
/// Records an op with a line.
func op(
  _ file: String, _ line: Int, _ call: (UnsafePointer<lz_op_options>, UnsafeMutablePointer<Raw?>) -> Raw?
) throws -> Tensor {
  try file.withCString { file in
    var here = lz_op_options()
    here.struct_size = MemoryLayout<lz_op_options>.size
    here.file = file
    here.line = Int64(line)
    return try tensor { call(&here, $0) }
  }
}

func add(_ a: Tensor, _ b: Tensor, file: String = #fileID, line: Int = #line) throws -> Tensor {
  try op(file, line) { lz_add(a.raw, b.raw, $0, $1) }
}

func subtract(_ a: Tensor, _ b: Tensor, file: String = #fileID, line: Int = #line) throws -> Tensor {
  try op(file, line) { lz_subtract(a.raw, b.raw, $0, $1) }
}

func multiply(_ a: Tensor, _ b: Tensor, file: String = #fileID, line: Int = #line) throws -> Tensor {
  try op(file, line) { lz_multiply(a.raw, b.raw, $0, $1) }
}

/// Sums over the columns of `a` and the rows of `b`.
func matmul(_ a: Tensor, _ b: Tensor) throws -> Tensor {
  let columns: [Int64] = [1], rows: [Int64] = [0]
  return try columns.withUnsafeBufferPointer { columns in
    try rows.withUnsafeBufferPointer { rows in
      var attributes = lz_dot_general_attributes()
      attributes.struct_size = MemoryLayout<lz_dot_general_attributes>.size
      attributes.lhs_contracting_dimensions = columns.baseAddress
      attributes.num_lhs_contracting_dimensions = 1
      attributes.rhs_contracting_dimensions = rows.baseAddress
      attributes.num_rhs_contracting_dimensions = 1
      return try tensor { lz_dot_general(a.raw, b.raw, &attributes, nil, $0) }
    }
  }
}

let block: [Int64] = [2, 4]
let points: [Float] = [-3, -1.5, -0.75, -0.25, 0, 0.5, 1, 2.5]

/// A device with what is recorded on it.
struct Recorder {
  let device: Handle

  func fromHost(_ dims: [Int64], _ data: [Float]) throws -> Tensor {
    try tensor { lz_tensor_from_host(device.raw, f32, dims, dims.count, data, nil, $0) }
  }

  func scalar(_ value: Double) throws -> Tensor {
    try tensor { lz_scalar_f64(device.raw, f32, value, nil, $0) }
  }

  /// A scalar in the shape of another tensor.
  func spread(_ value: Tensor, like: Tensor) throws -> Tensor {
    try tensor {
      lz_broadcast_in_dim(value.raw, nil, 0, lz_tensor_dims(like.raw), lz_tensor_rank(like.raw), nil, $0)
    }
  }

  func scale(_ x: Tensor, by factor: Double) throws -> Tensor {
    try multiply(x, spread(scalar(factor), like: x))
  }

  func function(_ name: String, _ types: [[Int64]], _ body: ([Tensor]) throws -> Tensor) throws -> Handle {
    let function = try made(lz_function_release) { lz_function_begin(device.raw, name, $0) }
    let parameters = try types.map { dims in
      try tensor { lz_function_parameter(function.raw, f32, dims, dims.count, $0) }
    }
    let result = try body(parameters)
    try withExtendedLifetime(result) { try check(lz_function_finish(function.raw, [result.raw], 1)) }
    return function
  }
}

func gradients(of output: Tensor, _ cotangent: Tensor?, _ arguments: [Tensor]) throws -> [Tensor] {
  var out = [Raw?](repeating: nil, count: arguments.count)
  let cotangents: [Raw?]? = cotangent.map { [$0.raw] }
  try withExtendedLifetime((output, cotangent, arguments)) {
    let raw: [Raw?] = arguments.map { $0.raw }
    if let cotangents {
      try check(lz_gradients([output.raw], 1, cotangents, raw, raw.count, nil, &out))
    } else {
      try check(lz_gradients([output.raw], 1, nil, raw, raw.count, nil, &out))
    }
  }
  return out.map { Handle($0!, lz_tensor_release) }
}

func read(_ tensor: Tensor) throws -> [UInt32] {
  let size = Int(lz_tensor_nbytes(tensor.raw))
  var bits = [UInt32](repeating: 0, count: size / 4)
  try check(lz_tensor_read(tensor.raw, &bits, size))
  return bits
}

func text(_ call: (UnsafeMutablePointer<Raw?>) -> Raw?) throws -> String {
  let string = try made(lz_string_release, call)
  return withExtendedLifetime(string) { String(cString: lz_string_data(string.raw)) }
}

func counter(_ context: Handle, _ which: Int) throws -> Int64 {
  var value: Int64 = 0
  try check(lz_context_counter(context.raw, lz_counter(which), &value))
  return value
}

func run(_ program: Handle, _ x: Tensor, give: Bool = false) throws -> Tensor {
  try withUnsafePointer(to: UInt8(give ? 1 : 0)) { donate in
    var options = lz_run_options()
    options.struct_size = MemoryLayout<lz_run_options>.size
    options.flags = UInt64(LZ_RUN_WAIT)
    options.donate = donate
    options.num_donate = 1
    return try withExtendedLifetime(x) {
      try tensor { lz_executable_run(program.raw, [x.raw], 1, &options, $0, 1) }
    }
  }
}
