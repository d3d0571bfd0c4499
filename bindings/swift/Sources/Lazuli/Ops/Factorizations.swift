// LU and QR decompositions, and eigenvalues, of the matrices in the last two dimensions. The C API
// has no functions for these, so they are recorded as custom calls in a StableHLO text
// (docs/linear-algebra.md).
import CLazuli

/// Records a custom call of one of the library's routines, with results of the given types.
private func call<Scalar>(
  _ name: String, _ operands: [Tensor<Scalar>], _ results: [(DType, TensorShape)], options: String = "",
  _ place: Place
) -> [TensorHandle] {
  func type(_ dtype: DType, _ shape: TensorShape) -> String {
    "tensor<" + shape.map { "\($0)x" }.joined() + "\(dtype)>"
  }
  let inputs = operands.map { type(Scalar.dtype, $0.shape) }, outputs = results.map { type($0.0, $0.1) }
  let parameters = inputs.indices.map { "%a\($0): \(inputs[$0])" }.joined(separator: ", ")
  let names = inputs.indices.map { "%a\($0)" }.joined(separator: ", ")
  let values = outputs.count == 1 ? ["%0"] : outputs.indices.map { "%0#\($0)" }
  let types = outputs.joined(separator: ", ")
  let text = """
    func.func @main(\(parameters)) -> (\(types)) {
      %0\(outputs.count == 1 ? "" : ":\(outputs.count)") = stablehlo.custom_call @\(name)(\(names)) \(options) : \
    (\(inputs.joined(separator: ", "))) -> (\(types))
      return \(values.joined(separator: ", ")) : \(types)
    }
    """
  return trapping(place, or: results.map { TensorHandle.standIn($0.0) }) {
    let module = try Module(parsing: text, name: name, in: try Device(deviceHandle(operands[0].handle, place)).context)
    return try module.call(handles(operands), place)
  }
}

/// Returns the sizes of the matrices and of the leading batch dimensions. Refuses a shape without
/// matrices.
private func sizes<Scalar>(_ op: String, _ x: Tensor<Scalar>, square: Bool, _ place: Place) -> (batch: [Int], m: Int, n: Int)? {
  let shape = x.shape
  guard shape.rank >= 2, !square || shape[shape.rank - 1] == shape[shape.rank - 2] else {
    refuse(invalid(op, "shape \(shape): \(square ? "square " : "")matrices are needed"), place)
    return nil
  }
  return (Array(shape.dropLast(2)), shape[shape.rank - 2], shape[shape.rank - 1])
}

/// The LU decomposition of square matrices whose rows are in the order `permutation`. `lu` has u on
/// and above the diagonal, and l below it (the diagonal of l is 1). Step i exchanged row i with row
/// `pivots[i]`.
public func luDecomposition<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> (lu: Tensor<Scalar>, pivots: Tensor<Int32>, permutation: Tensor<Int32>) {
  let place = Place(file, line)
  guard let (batch, n, _) = sizes("luDecomposition", x, square: true, place) else {
    return (x, Tensor(TensorHandle.standIn(.s32)), Tensor(TensorHandle.standIn(.s32)))
  }
  let rows = TensorShape(batch + [n])
  let all = call("LuDecomposition", [x], [(Scalar.dtype, x.shape), (.s32, rows), (.s32, rows)], place)
  return (Tensor(all[0]), Tensor(all[1]), Tensor(all[2]))
}

/// Solves a x = b for x by an LU decomposition. The matrices a are square.
public func solve<Scalar: TensorFloatingPoint>(
  _ a: Tensor<Scalar>, _ b: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let (lu, _, permutation) = luDecomposition(a, file: file, line: line)
  let order = permutation.expandingShape(at: -1, file: file, line: line).broadcasted(to: b.shape, file: file, line: line)
  let permuted = b.gatheringElements(atIndices: order, alongAxis: -2, file: file, line: line)
  let half = triangularSolve(lu, permuted, lower: true, unitDiagonal: true, file: file, line: line)
  return triangularSolve(lu, half, lower: false, file: file, line: line)
}

/// The inverses of square matrices. To solve a system, `solve` is faster and more precise.
public func inverse<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let one = Tensor<Scalar>(identity: x.shape.last ?? 0, on: x.device, file: file, line: line)
  return solve(x, one.broadcasted(to: x.shape, file: file, line: line), file: file, line: line)
}

/// The determinants of square matrices: [..., n, n] gives [...].
public func determinant<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> Tensor<Scalar> {
  let place = Place(file, line), (lu, pivots, _) = luDecomposition(x, file: file, line: line)
  let row = Tensor<Int32>(iota: pivots.shape, along: pivots.rank - 1, like: x, place)
  let exchanges = Tensor<Int32>(pivots .!= row).sum(alongAxes: [-1], file: file, line: line)
  let sign = Tensor<Scalar>(exchanges % 2 * -2 + 1)
  return sign * diagonal(lu, place).product(alongAxes: [-1], file: file, line: line)
}

private func diagonal<Scalar: TensorFloatingPoint>(_ x: Tensor<Scalar>, _ place: Place) -> Tensor<Scalar> {
  let row = Tensor<Int32>(iota: x.shape, along: x.rank - 2, like: x, place)
  let column = Tensor<Int32>(iota: x.shape, along: x.rank - 1, like: x, place)
  let isOn = compare(row, column, .eq, place)
  return select(isOn, x, constant(0, like: x, place), place).sum(alongAxes: [-1])
}

/// Returns q and r, whose product is x. For an m x n matrix, q has min(m, n) orthonormal columns. r
/// is upper triangular.
public func qrDecomposition<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> (q: Tensor<Scalar>, r: Tensor<Scalar>) {
  let place = Place(file, line)
  guard let (batch, m, n) = sizes("qrDecomposition", x, square: false, place) else { return (x, x) }
  let k = Swift.min(m, n)
  let packed = call("Qr", [x], [(Scalar.dtype, x.shape), (Scalar.dtype, TensorShape(batch + [k]))], place)
  let all = Tensor<Scalar>(packed[0]), factors = Tensor<Scalar>(packed[1])
  let reflectors = all.sliced(0..<k, alongAxis: -1, file: file, line: line)
  let q = call(
    "ProductOfElementaryHouseholderReflectors", [reflectors, factors], [(Scalar.dtype, reflectors.shape)], place)
  let r = all.sliced(0..<k, alongAxis: -2, file: file, line: line).upperTriangle(file: file, line: line)
  return (Tensor(q[0]), r)
}

/// The eigenvalues of symmetric matrices in ascending order, and the eigenvectors as columns.
public func symmetricEigen<Scalar: TensorFloatingPoint>(
  _ x: Tensor<Scalar>, file: StaticString = #fileID, line: UInt = #line
) -> (values: Tensor<Scalar>, vectors: Tensor<Scalar>) {
  let place = Place(file, line)
  guard let (batch, n, _) = sizes("symmetricEigen", x, square: true, place) else { return (x, x) }
  let all = call(
    "Eigh", [x], [(Scalar.dtype, x.shape), (Scalar.dtype, TensorShape(batch + [n]))],
    options: "{backend_config = \"1,1,100,1e-6\"}", place)
  return (Tensor(all[1]), Tensor(all[0]))
}
