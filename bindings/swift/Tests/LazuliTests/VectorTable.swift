// The table of test vectors that all front ends run. bindings/vectors/README.md describes the
// table.
import Foundation
@testable import Lazuli

/// The type and the bytes of a tensor in the table.
struct Typed {
  let name: String
  let dims: [Int]
  let bytes: [UInt8]

  static let dtypes: [String: DType] = [
    "pred": .pred, "s8": .s8, "s16": .s16, "s32": .s32, "s64": .s64, "u8": .u8, "u16": .u16, "u32": .u32, "u64": .u64,
    "f16": .f16, "f32": .f32, "f64": .f64, "bf16": .bf16, "c64": .c64, "c128": .c128,
  ]
  /// The element type, or nil if Swift does not have it.
  var dtype: DType? { Typed.dtypes[name] }
  var shape: TensorShape { TensorShape(dims) }

  var handle: TensorHandle {
    func make<Scalar: TensorScalar>(_: Scalar.Type) -> TensorHandle {
      bytes.withUnsafeBytes { Tensor<Scalar>(shape: shape, bytes: $0).handle }
    }
    return withScalar(dtype!) { make($0) }
  }
}

/// Calls `body` with the Swift type that corresponds to an element type.
func withScalar<Result>(_ dtype: DType, _ body: (any TensorScalar.Type) -> Result) -> Result {
  switch dtype {
  case .pred: body(Bool.self)
  case .s8: body(Int8.self)
  case .s16: body(Int16.self)
  case .s32: body(Int32.self)
  case .s64: body(Int64.self)
  case .u8: body(UInt8.self)
  case .u16: body(UInt16.self)
  case .u32: body(UInt32.self)
  case .u64: body(UInt64.self)
  case .f16: body(Float16.self)
  case .f64: body(Double.self)
  case .bf16: body(BFloat16.self)
  case .c64: body(Complex<Float>.self)
  case .c128: body(Complex<Double>.self)
  default: body(Float.self)
  }
}

struct Vector {
  struct Function {
    let body: String
    let dtypes: [DType?]
    let dims: [[Int]]
  }

  var number = 0
  var op = ""
  var operands: [Typed] = [], captures: [Typed] = []
  var attributes: [String: [String]] = [:]
  var functions: [Function] = []
  var results: [(type: Typed, units: Double)] = []

  /// True if Swift has all element types of the vector.
  var isExpressible: Bool {
    (operands + captures + results.map(\.type)).allSatisfy { $0.dtype != nil }
      && attributes.values.allSatisfy { $0[0] != "dtype" || Typed.dtypes[$0[1]] != nil }
      && functions.allSatisfy { $0.dtypes.allSatisfy { $0 != nil } }
  }

  func integers(_ name: String) -> [Int] { attributes[name].map { list($0[1]) } ?? [] }
  func integer(_ name: String) -> Int { integers(name).first ?? 0 }
  func text(_ name: String) -> String { attributes[name]?[1] ?? "" }
  func dtype(_ name: String = "dtype") -> DType { Typed.dtypes[text(name)] ?? .invalid }

  static func read(_ text: String) -> [Vector] {
    var all: [Vector] = [], one = Vector()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first else {
        if !one.op.isEmpty { all.append(one) }
        one = Vector()
        continue
      }
      one.add(first, words)
    }
    return one.op.isEmpty ? all : all + [one]
  }

  private mutating func add(_ what: String, _ words: [String]) {
    switch what {
    case "vector": number = Int(words[1])!
    case "op": op = words[1]
    case "operand": operands.append(typed(words[1...]))
    case "capture": captures.append(typed(words[1...]))
    case "attribute": attributes[words[1]] = Array(words[2...])
    case "function":
      let types = words.dropFirst(3)
      let pairs = stride(from: types.startIndex, to: types.endIndex, by: 2).map { (types[$0], types[$0 + 1]) }
      functions.append(
        Function(body: words[2], dtypes: pairs.map { Typed.dtypes[$0.0] }, dims: pairs.map { list($0.1) }))
    case "result": results.append((typed([words[1], words[2], words[4]]), Double(words[3])!))
    default: fatalError("a line of the table begins with \(what)")
    }
  }
}

private func list(_ text: String) -> [Int] { text == "-" ? [] : text.split(separator: ",").map { Int($0)! } }

private func typed(_ words: ArraySlice<String>) -> Typed {
  let words = Array(words), digits = words[2] == "-" ? [] : Array(words[2].utf8)
  func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }
  let bytes = stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
  return Typed(name: words[0], dims: list(words[1]), bytes: bytes)
}

private func typed(_ words: [String]) -> Typed { typed(words[...]) }

// MARK: - Comparison

/// Describes the first error in a result. Returns nil if the result is within the tolerance.
func difference(_ got: TensorHandle, _ wanted: Typed, units: Double) -> String? {
  guard got.dtype == wanted.dtype, TensorShape(got.dims) == wanted.shape else {
    return "\(got.dtype)\(TensorShape(got.dims)), expected \(wanted.name)\(wanted.dims)"
  }
  func compare<Scalar: TensorScalar>(_: Scalar.Type) -> String? {
    do {
      let got = try Tensor<Scalar>(got).read()
      let bytes = got.withUnsafeBytes { Array($0) }
      let expected = wanted.bytes.withUnsafeBytes { Array($0.bindMemory(to: Scalar.self)) }
      if bytes == wanted.bytes { return nil }
      for (a, b) in zip(got, expected) where !isNear(parts(a), parts(b), units, Scalar.dtype) {
        return "\(a), expected \(b) within \(units) units: \(got)"
      }
      return nil
    } catch { return "\(error)" }
  }
  return withScalar(wanted.dtype!) { compare($0) }
}

private func parts<Scalar: TensorScalar>(_ x: Scalar) -> [Double] {
  if let z = x as? Complex<Float> { return [Double(z.real), Double(z.imaginary)] }
  if let z = x as? Complex<Double> { return [z.real, z.imaginary] }
  return [x.doubleValue]
}

private let precisions: [DType: Double] = [.f32: 23, .c64: 23, .f64: 52, .c128: 52, .f16: 10, .bf16: 7]

/// Compares numbers by the rule of tests/bindings/run_vectors.c. Zeros of different signs have
/// distance 0.
private func isNear(_ a: [Double], _ b: [Double], _ units: Double, _ dtype: DType) -> Bool {
  let size = b.filter(\.isFinite).map { abs($0) }.max() ?? 0
  guard let precision = precisions[dtype] else { return a == b }
  return zip(a, b).allSatisfy { a, b in
    if b.isNaN { return a.isNaN }
    if units == 0 { return a == b && (a != 0 || a.sign == b.sign) }
    return a == b || b.isFinite && abs(a - b) <= units * pow(2, -precision) * size
  }
}
