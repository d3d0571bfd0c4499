import CLazuli
import Synchronization

/// A compiled function. It is recorded and compiled once for each list of input types. Later calls
/// with these types run the program without recording ops.
///
/// Any task may call the function. If the body uses tensors that are not its arguments, they are
/// captured with their values at the time of recording.
public struct Compiled<each Input: TensorTree, Output: TensorTree>: Sendable {
  private let programs = Programs<Output>()
  private let body: @Sendable (repeat each Input) -> Output
  private let donated: Set<Int>
  private let numerics: Numerics

  init(donating donated: Set<Int>, numerics: Numerics, _ body: @escaping @Sendable (repeat each Input) -> Output) {
    self.donated = donated
    self.numerics = numerics
    self.body = body
  }

  /// Runs the program for the types of the input. Compiles the program if there is none.
  public func callAsFunction(
    _ input: repeat each Input, file: StaticString = #fileID, line: UInt = #line
  ) -> Output {
    do {
      let call = Call(repeat each input)
      let program = try program(for: call, repeat each input)
      let outputs = try program.executable.run(call.handles, donating: program.donate, outputs: program.outputs)
      return program.like.replacing(with: outputs)
    } catch {
      refuse(error as? LazuliError ?? LazuliError(.unknown, op: "compile", "\(error)"), Place(file, line))
      return body(repeat each input)
    }
  }

  /// Returns the program for the types of the input, for example to read its text, memory and cost.
  public func executable(for input: repeat each Input) throws -> Executable {
    try program(for: Call(repeat each input), repeat each input).executable
  }

  /// The number of lists of input types for which there is a program.
  public var count: Int { programs.all.withLock { $0.count } }

  private func program(for call: Call, _ input: repeat each Input) throws -> Program<Output> {
    if let known = programs.all.withLock({ $0[call.key] }) { return known }
    let made = try compile(call, repeat each input)
    return programs.all.withLock { all in
      if let other = all[call.key] { return other }
      all[call.key] = made
      return made
    }
  }

  private func compile(_ call: Call, _ input: repeat each Input) throws -> Program<Output> {
    let device = deviceHandle(of: call.handles)
    let (function, like) = try checked {
      try traced("compiled", on: device, like: call.handles) { parameters in
        var rest = parameters[...]
        return body(repeat (each input).replacing(with: &rest))
      }
    }
    let donate = call.owners.map { UInt8(donated.contains($0) ? 1 : 0) }
    let executable = try donate.withUnsafeBufferPointer { donate in
      var options = lz_compile_options()
      options.struct_size = MemoryLayout<lz_compile_options>.size
      options.numerics = numerics.rawValue
      (options.donate, options.num_donate) = donated.isEmpty ? (nil, 0) : (donate.baseAddress, donate.count)
      return try object({ lz_executable_release($0) }) { lz_function_compile(function.raw, &options, $0) }
    }
    return Program(
      executable: Executable(object: executable), like: like, outputs: like.tensorHandles.count,
      donate: donated.isEmpty ? [] : donate)
  }
}

/// A call: its tensors, the index of the argument that contains each tensor, and a key for their
/// types.
private struct Call {
  var handles: [TensorHandle] = []
  var owners: [Int] = []
  var key: [Int64] = []

  init<each Input: TensorTree>(_ input: repeat each Input) {
    var argument = 0
    for value in repeat each input {
      let before = handles.count
      value.collect(into: &handles)
      owners.append(contentsOf: repeatElement(argument, count: handles.count - before))
      key.append(Int64(handles.count))
      argument += 1
    }
    for handle in handles {
      key.append(Int64(handle.dtype.rawValue) << 8 | Int64(handle.rank))
      key.append(contentsOf: handle.dims)
    }
  }
}

private struct Program<Output: TensorTree>: Sendable {
  let executable: Executable
  /// The result of the body when it was recorded. All results get its structure.
  let like: Output
  let outputs: Int
  let donate: [UInt8]
}

private final class Programs<Output: TensorTree>: Sendable {
  let all = Mutex<[[Int64]: Program<Output>]>([:])
}

/// Compiles a function of tensors, or of values that contain tensors. The first call with each list
/// of input types records and compiles the function. Later calls run the program.
///
///     let step = compile { (x: Tensor<Float>, w: Tensor<Float>) in tanh(matmul(x, w)) }
///     let y = step(x, w)
///
/// - Parameters:
///   - donating: the indices of the arguments whose memory results may take over.
///   - numerics: how far results may differ from those of rounding each op.
public func compile<each Input: TensorTree, Output: TensorTree>(
  donating: Set<Int> = [], numerics: Numerics = .default, _ body: @escaping @Sendable (repeat each Input) -> Output
) -> Compiled<repeat each Input, Output> { Compiled(donating: donating, numerics: numerics, body) }
