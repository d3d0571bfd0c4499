// Element types.
import CLazuli

extension DType: CustomStringConvertible {
  /// "f32", "i8", "bf16", ...
  public var description: String { String(cString: lz_dtype_name(rawValue)) }
  /// The size of one element in bytes, or 0 if elements share bytes.
  public var size: Int { lz_dtype_size(rawValue) }
}

/// An element type of tensors. It has the same memory layout in Swift and in the library.
public protocol TensorScalar: Sendable, Equatable {
  static var dtype: DType { get }
  /// Converts a number: to the nearest float, toward zero to an integer, or to `number != 0` for
  /// Bool.
  init(nearest number: Double)
  /// The value as a double. For a complex number this is the real part.
  var doubleValue: Double { get }
}

/// Element types of numbers, which can be added and multiplied.
public protocol TensorNumeric: TensorScalar {}
/// Element types of numbers with an order.
public protocol TensorReal: TensorNumeric {}
/// Element types of integers.
public protocol TensorInteger: TensorReal {}
/// Element types of floats, which have gradients.
public protocol TensorFloatingPoint: TensorReal {}

extension TensorScalar where Self: FixedWidthInteger {
  public init(nearest number: Double) {
    self = number.isNaN ? 0 : number >= Double(Self.max) ? .max : number <= Double(Self.min) ? .min : Self(number)
  }
  public var doubleValue: Double { Double(self) }
}

extension TensorScalar where Self: BinaryFloatingPoint {
  public init(nearest number: Double) { self.init(number) }
  public var doubleValue: Double { Double(self) }
}

extension Bool: TensorScalar {
  public static var dtype: DType { .pred }
  public init(nearest number: Double) { self = number != 0 }
  public var doubleValue: Double { self ? 1 : 0 }
}
extension Int8: TensorInteger { public static var dtype: DType { .s8 } }
extension Int16: TensorInteger { public static var dtype: DType { .s16 } }
extension Int32: TensorInteger { public static var dtype: DType { .s32 } }
extension Int64: TensorInteger { public static var dtype: DType { .s64 } }
extension UInt8: TensorInteger { public static var dtype: DType { .u8 } }
extension UInt16: TensorInteger { public static var dtype: DType { .u16 } }
extension UInt32: TensorInteger { public static var dtype: DType { .u32 } }
extension UInt64: TensorInteger { public static var dtype: DType { .u64 } }
#if !(os(macOS) && arch(x86_64))
  extension Float16: TensorFloatingPoint { public static var dtype: DType { .f16 } }
#endif
extension Float: TensorFloatingPoint { public static var dtype: DType { .f32 } }
extension Double: TensorFloatingPoint { public static var dtype: DType { .f64 } }

/// The upper half of a Float: 8 bits of exponent, 7 of mantissa.
public struct BFloat16: TensorFloatingPoint, Hashable, CustomStringConvertible {
  public var bitPattern: UInt16

  public init(bitPattern: UInt16) { self.bitPattern = bitPattern }

  /// Rounds to the nearest, ties to even.
  public init(_ value: Float) {
    let bits = value.bitPattern
    if value.isNaN {
      bitPattern = UInt16(truncatingIfNeeded: bits >> 16) | 0x40
    } else {
      bitPattern = UInt16(truncatingIfNeeded: (bits &+ 0x7FFF &+ ((bits >> 16) & 1)) >> 16)
    }
  }

  /// Gives the same result as a single rounding. The lowest bit of the intermediate Float is set if
  /// digits were lost, so that a number close to a tie does not become a tie.
  public init(nearest number: Double) {
    let bits = number.bitPattern
    let lost = UInt64(1) << 38 - 1
    self.init(Float(Double(bitPattern: (bits | ((bits & lost) + lost)) & ~lost)))
  }
  public static var dtype: DType { .bf16 }
  public var floatValue: Float { Float(bitPattern: UInt32(bitPattern) << 16) }
  public var doubleValue: Double { Double(floatValue) }
  public var description: String { floatValue.description }
}

/// A type of the real and imaginary parts of complex numbers.
public protocol ComplexPart: TensorFloatingPoint, BinaryFloatingPoint {
  static var complexDType: DType { get }
}
extension Float: ComplexPart { public static var complexDType: DType { .c64 } }
extension Double: ComplexPart { public static var complexDType: DType { .c128 } }

/// A complex number: the real part, then the imaginary one.
public struct Complex<Part: ComplexPart>: TensorNumeric, Hashable, CustomStringConvertible {
  public var real, imaginary: Part

  public init(_ real: Part, _ imaginary: Part = 0) {
    self.real = real
    self.imaginary = imaginary
  }
  public init(nearest number: Double) { self.init(Part(number)) }
  public static var dtype: DType { Part.complexDType }
  public var doubleValue: Double { Double(real) }
  public var description: String { "(\(real), \(imaginary))" }
}

extension BFloat16: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int) { self.init(nearest: Double(value)) }
  public init(floatLiteral value: Double) { self.init(nearest: value) }
}

extension Complex: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int) { self.init(nearest: Double(value)) }
  public init(floatLiteral value: Double) { self.init(nearest: value) }
}
