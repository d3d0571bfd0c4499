// DLPack shares tensors with other libraries without a copy, by a struct that all of them know.
import CLazuli

/// The struct to which a DLPack pointer points.
public enum DLPackForm: Sendable {
  /// DLManagedTensorVersioned, of DLPack 1.0 and later.
  case versioned
  /// DLManagedTensor, which older libraries use.
  case legacy
}

extension TensorProtocol {
  /// Computes the tensor, waits, and lends its memory, row-major and read-only, to another library:
  /// a pointer to the struct of `form`. The receiver must call the deleter once, on any thread. The
  /// memory lives until then, even after the tensor and the context are gone.
  public func dlpack(_ form: DLPackForm = .versioned) throws -> UnsafeMutableRawPointer {
    switch form {
    case .versioned:
      var managed: UnsafeMutablePointer<DLManagedTensorVersioned>?
      try check(lz_tensor_to_dlpack(handle.raw, &managed))
      return UnsafeMutableRawPointer(managed!)
    case .legacy:
      var managed: UnsafeMutablePointer<DLManagedTensor>?
      try check(lz_tensor_to_dlpack_legacy(handle.raw, &managed))
      return UnsafeMutableRawPointer(managed!)
    }
  }
}

extension AnyTensor {
  /// Takes over the struct of `form` to which the pointer points: its deleter is called once, on
  /// any thread, when the elements are not used any more, and they must not be written before.
  /// Elements that are row-major and aligned are used in place; others are copied. Throws for
  /// memory of another device than the CPU, vectors, and types that the library lacks; then the
  /// caller still owns the struct.
  public init(dlpack managed: UnsafeMutableRawPointer, _ form: DLPackForm = .versioned, on device: Device? = nil) throws {
    let device = (device ?? .default).object
    let raw = try made { out in
      switch form {
      case .versioned:
        lz_tensor_from_dlpack(device.raw, managed.assumingMemoryBound(to: DLManagedTensorVersioned.self), out)
      case .legacy:
        lz_tensor_from_dlpack_legacy(device.raw, managed.assumingMemoryBound(to: DLManagedTensor.self), out)
      }
    }
    self.init(handle: TensorHandle(raw))
  }
}

extension Tensor {
  /// Like `AnyTensor(dlpack:)`. Also throws for another element type; then the caller still owns
  /// the struct.
  public init(dlpack managed: UnsafeMutableRawPointer, _ form: DLPackForm = .versioned, on device: Device? = nil) throws {
    let type =
      switch form {
      case .versioned: managed.assumingMemoryBound(to: DLManagedTensorVersioned.self).pointee.dl_tensor.dtype
      case .legacy: managed.assumingMemoryBound(to: DLManagedTensor.self).pointee.dl_tensor.dtype
      }
    guard let code = Scalar.dtype.codeOfDLPack, UInt32(type.code) == code, Int(type.bits) == 8 * Scalar.dtype.size else {
      throw invalid(
        "Tensor.init", "elements of code \(type.code) of DLPack and \(type.bits) bits are no \(Scalar.self): use AnyTensor(dlpack:)")
    }
    self.init(try AnyTensor(dlpack: managed, form, on: device).handle)
  }
}

extension DType {
  /// DLPack's number for the kind of the elements; nil if Swift has no such type.
  fileprivate var codeOfDLPack: UInt32? {
    switch self {
    case .pred: kDLBool.rawValue
    case .s8, .s16, .s32, .s64: kDLInt.rawValue
    case .u8, .u16, .u32, .u64: kDLUInt.rawValue
    case .f16, .f32, .f64: kDLFloat.rawValue
    case .bf16: kDLBfloat.rawValue
    case .c64, .c128: kDLComplex.rawValue
    default: nil
    }
  }
}
