import CLazuli

/// A compiled program. It does not change, and any task may run it.
public struct Executable: Sendable {
  let object: Object

  /// The steps with the buffers that they read and write, as text for users.
  public var text: String { get throws { try Lazuli.text { lz_executable_print(object.raw, $0) } } }
  /// The sizes of arena, outputs and constants, as text for users.
  public var memoryReport: String { get throws { try Lazuli.text { lz_executable_memory_report(object.raw, $0) } } }
  /// 32 hexadecimal digits that identify the program. Programs with the same digits compute the
  /// same bits, in all processes.
  public var fingerprint: String { get throws { try Lazuli.text { lz_executable_fingerprint(object.raw, $0) } } }

  /// The number of arithmetic operations in one run.
  public var flops: Double {
    get throws {
      var cost = lz_cost_statistics()
      cost.struct_size = MemoryLayout<lz_cost_statistics>.size
      try check(lz_executable_get_cost(object.raw, &cost))
      return cost.flops
    }
  }

  /// The number of bytes that one run needs for inputs, constants, temporaries and outputs.
  public var peakBytes: Int {
    get throws {
      var memory = lz_memory_statistics()
      memory.struct_size = MemoryLayout<lz_memory_statistics>.size
      try check(lz_executable_get_memory(object.raw, &memory))
      return Int(memory.peak_bytes)
    }
  }

  /// Runs the program on tensors that have the types of its inputs. `donated` has a flag for each
  /// input: 1 if results may take over its memory.
  func run(_ inputs: [TensorHandle], donating donated: [UInt8], outputs: Int) throws(LazuliError) -> [TensorHandle] {
    try made(outputs, of: inputs) { inputs, count, out in
      donated.withUnsafeBufferPointer { donated in
        var options = lz_run_options()
        options.struct_size = MemoryLayout<lz_run_options>.size
        options.donate = donated.isEmpty ? nil : donated.baseAddress
        options.num_donate = donated.count
        return lz_executable_run(object.raw, inputs, count, &options, out, outputs)
      }
    }
  }
}

/// A whole program in StableHLO, HLO or bytecode, for example from JAX.
public struct Module: Sendable {
  let object: Object

  /// Parses a program. Its entry is the function @main or the public function `function`. `name` is
  /// the file name in the locations of errors.
  public init(
    parsing text: String, name: String = "module", function: String = "", in context: Context = .shared
  ) throws {
    object = try Lazuli.object({ lz_module_release($0) }) { out in
      name.withCString { name in
        function.withCString { function in
          var options = lz_module_read_options()
          options.struct_size = MemoryLayout<lz_module_read_options>.size
          options.name = name
          options.function = function
          return lz_module_read(context.object.raw, text, text.utf8.count, &options, out)
        }
      }
    }
  }

  /// Records the program of `body` on placeholders with the types of `input`. Nothing is compiled
  /// or run.
  public init<Input: TensorTree, Output: TensorTree>(of body: (Input) -> Output, for input: Input) throws {
    let handles = input.tensorHandles
    let (function, _) = try traced("main", on: deviceHandle(of: handles), like: handles) {
      body(input.replacing(with: $0))
    }
    object = try Lazuli.object({ lz_module_release($0) }) { lz_module_from_function(function.raw, $0) }
  }

  /// The program as StableHLO text, from which the same program can be parsed.
  public var stableHLO: String { get throws { try Lazuli.text { lz_module_print(object.raw, $0) } } }

  /// Records a call of the program on tensors. The call is compiled together with the ops around
  /// it, and has gradients.
  public func callAsFunction(
    _ inputs: any TensorProtocol..., file: StaticString = #fileID, line: UInt = #line
  ) throws -> [AnyTensor] {
    try call(inputs.map { $0.handle }, Place(file, line)).map { AnyTensor(handle: $0) }
  }

  func call(_ inputs: [TensorHandle], _ place: Place) throws -> [TensorHandle] {
    var count = 0
    try check(lz_module_num_outputs(object.raw, &count))
    var options = place.options
    return try made(count, of: inputs) { lz_module_call(object.raw, $0, $1, &options, $2, count) }
  }

  /// Compiles the program now.
  public func compiled() throws -> Executable {
    Executable(object: try Lazuli.object({ lz_executable_release($0) }) { lz_module_compile(object.raw, nil, $0) })
  }
}

/// A tensor whose element type is known only at run time.
public struct AnyTensor: TensorProtocol {
  public let handle: TensorHandle

  /// Returns the tensor with this static element type, or nil if its element type is another one.
  public func cast<Scalar>(to _: Scalar.Type) -> Tensor<Scalar>? {
    handle.dtype == Scalar.dtype ? Tensor(handle) : nil
  }
}

extension AnyTensor: TensorTree {
  public func collect(into handles: inout [TensorHandle]) { handles.append(handle) }
  public func replacing(with handles: inout ArraySlice<TensorHandle>) -> AnyTensor {
    AnyTensor(handle: handles.removeFirst())
  }
}
