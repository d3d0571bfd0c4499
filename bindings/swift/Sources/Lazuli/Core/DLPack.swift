// DLPack shares tensors with other libraries without a copy, by a struct with a common layout.
import CLazuli

/// The kind of struct to which a DLPack pointer points.
public enum DLPackForm: Sendable {
  /// DLManagedTensorVersioned, of DLPack 1.0 and later.
  case versioned
  /// DLManagedTensor, which older libraries use.
  case legacy
}

extension TensorProtocol {
  /// Computes the tensor, waits, and shares its memory with another library. Returns a pointer to a
  /// struct of the form `form`. The elements are row-major and read-only. The receiver must call
  /// the deleter of the struct once, on any thread. The memory is valid until then, even after the
  /// tensor and the context are released.
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
  /// Makes a tensor from the struct of the form `form` to which the pointer points. The library
  /// takes over the struct and calls its deleter once, on any thread, when it does not use the
  /// elements any more. Nobody may write to the elements before this call of the deleter.
  /// Row-major, aligned elements are used in place, and others are copied. Throws if the memory is
  /// not that of the CPU, or if the element type is a vector or unknown to the library. Then the
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
  /// Like `AnyTensor(dlpack:)`, but also throws if the element type is not `Scalar`. Then the
  /// caller still owns the struct.
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
  /// DLPack's code for the kind of element type, or nil if Swift has no such type.
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
