import CLazuli
import Synchronization

/// A function that is recorded once for each list of input types, and then only runs: no op is
/// recorded again.
///
/// It may be called from any task. Tensors that the body uses and does not get are captured when it
/// is recorded, with the value that they have then.
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

  /// Runs the program for these types. It is compiled first if there is none.
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

  /// The program for such inputs, to look at its text, memory and cost.
  public func executable(for input: repeat each Input) throws -> Executable {
    try program(for: Call(repeat each input), repeat each input).executable
  }

  /// For how many lists of input types there is a program.
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

/// The tensors of a call, which argument each belongs to, and their types.
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
  /// What the body returned when it was recorded: the structure of the results.
  let like: Output
  let outputs: Int
  let donate: [UInt8]
}

private final class Programs<Output: TensorTree>: Sendable {
  let all = Mutex<[[Int64]: Program<Output>]>([:])
}

/// Compiles a function of tensors, or of values that hold some: it is recorded when it is first
/// called with inputs of these types, and afterwards only runs.
///
///     let step = compile { (x: Tensor<Float>, w: Tensor<Float>) in tanh(matmul(x, w)) }
///     let y = step(x, w)
///
/// - Parameters:
///   - donating: the numbers of the arguments that are given away: their memory may become that of
///     results.
///   - numerics: how far results may differ from rounding each op.
public func compile<each Input: TensorTree, Output: TensorTree>(
  donating: Set<Int> = [], numerics: Numerics = .default, _ body: @escaping @Sendable (repeat each Input) -> Output
) -> Compiled<repeat each Input, Output> { Compiled(donating: donating, numerics: numerics, body) }
