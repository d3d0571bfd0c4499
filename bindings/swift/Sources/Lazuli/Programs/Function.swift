// Functions that are recorded on placeholders: bodies of loops and branches, and functions to
// compile.
import CLazuli

/// Records `body` on placeholders with the types of `like`. Returns the function and the result of
/// the body.
func traced<Result: TensorTree>(
  _ name: String, on device: Object, like: [TensorHandle], _ body: ([TensorHandle]) throws -> Result
) throws -> (function: Object, result: Result) {
  let function = try object({ lz_function_release($0) }) { lz_function_begin(device.raw, name, $0) }
  let parameters = try like.map { handle in
    TensorHandle(
      try made {
        lz_function_parameter(function.raw, handle.dtype.rawValue, handle.dims.baseAddress, handle.rank, $0)
      })
  }
  let result = try body(parameters)
  let results = result.tensorHandles
  try check(withRaw(results) { lz_function_finish(function.raw, $0, $1) })
  return (function, result)
}

/// Returns the device of the first tensor, or the default device if there are no tensors.
func deviceHandle(of handles: [TensorHandle]) -> Object {
  handles.first.map { deviceHandle($0, .unknown) } ?? Device.default.object
}

// MARK: - Control flow that is part of the program

/// Records a loop as one op: while `condition` of the state is true, `body` computes the next
/// state. The condition is evaluated when the program runs. The shapes of the state must not
/// change.
///
///     whileLoop(Tensor<Float>(1), while: { ($0 .< 100) }) { $0 * 2 }
public func whileLoop<State: TensorTree>(
  _ state: State, while condition: (State) -> Tensor<Bool>, file: StaticString = #fileID, line: UInt = #line,
  _ body: (State) -> State
) -> State {
  let place = Place(file, line)
  return trapping(place, or: state) {
    let handles = state.tensorHandles, device = deviceHandle(of: handles)
    let (test, _) = try traced("while", on: device, like: handles) { condition(state.replacing(with: $0)) }
    let (step, _) = try traced("do", on: device, like: handles) { body(state.replacing(with: $0)) }
    var options = place.options
    return state.replacing(
      with: try made(handles.count, of: handles) { lz_while($0, $1, test.raw, step.raw, &options, $2, $1) })
  }
}

/// Records both branches as one op, which runs one of them. The condition is evaluated when the
/// program runs. Both branches must return the same shapes.
public func ifElse<Result: TensorTree>(
  _ condition: Tensor<Bool>, file: StaticString = #fileID, line: UInt = #line,
  then yes: () -> Result, else no: () -> Result
) -> Result {
  let place = Place(file, line), device = deviceHandle(condition.handle, place)
  do {
    let (first, like) = try traced("then", on: device, like: []) { _ in yes() }
    let (second, _) = try traced("else", on: device, like: []) { _ in no() }
    let results = try RawOp.if(condition.raw, trueBranch: first.raw, falseBranch: second.raw, at: place)
    return like.replacing(with: results.map { TensorHandle($0) })
  } catch {
    if let error = error as? LazuliError { refuse(error, place) }
    return yes()
  }
}

/// Records all branches as one op, which runs the branch with this index. If the index is out of
/// range, the last branch runs.
public func choose<Result: TensorTree>(
  _ index: Tensor<Int32>, file: StaticString = #fileID, line: UInt = #line, _ branches: [() -> Result]
) -> Result {
  require(!branches.isEmpty, "no branch to choose", file: file, line: line)
  let place = Place(file, line), device = deviceHandle(index.handle, place)
  do {
    let all = try branches.map { branch in try traced("case", on: device, like: []) { _ in branch() } }
    let results = try RawOp.case(index.raw, branches: all.map(\.function.raw), at: place)
    return all[0].result.replacing(with: results.map { TensorHandle($0) })
  } catch {
    if let error = error as? LazuliError { refuse(error, place) }
    return branches[0]()
  }
}

/// Returns the same values. All of them are computed before any op that uses one of the results.
public func optimizationBarrier<Value: TensorTree>(
  _ value: Value, file: StaticString = #fileID, line: UInt = #line
) -> Value {
  let place = Place(file, line)
  return trapping(place, or: value) {
    let handles = value.tensorHandles
    var options = place.options
    return value.replacing(
      with: try made(handles.count, of: handles) { lz_optimization_barrier($0, $1, &options, $2, $1) })
  }
}
