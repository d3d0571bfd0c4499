import CLazuli

/// A tensor of any element type.
public protocol TensorProtocol: Sendable {
  var handle: TensorHandle { get }
}

/// A multidimensional array of one element type. It is a value: a change of one variable never
/// affects another variable.
///
/// Ops are recorded and return at once. They are computed when a value is read, or at a barrier.
/// Any task may use a tensor.
public struct Tensor<Scalar: TensorScalar>: TensorProtocol {
  public let handle: TensorHandle

  /// Makes a tensor from a handle, which must have this element type.
  init(_ handle: TensorHandle) { self.handle = handle }

  /// Records an op by calling `record`. An invalid op ends the process, or becomes the error of the
  /// `checked` block.
  @inline(__always)
  init(_ place: Place, _ record: () throws(LazuliError) -> Raw) {
    do {
      handle = TensorHandle(try record())
    } catch {
      handle = TensorHandle.standIn(error, place, Scalar.dtype)
    }
  }

  var raw: Raw {
    @inline(__always) get { handle.raw }
  }
}

extension TensorHandle {
  /// Reports the error. Inside of `checked`, returns a stand-in for later ops: a 0 on a device of
  /// its own, whose values are never used.
  @inline(never)
  static func standIn(_ error: LazuliError, _ place: Place, _ dtype: DType) -> TensorHandle {
    refuse(error, place)
    return standIn(dtype)
  }

  static func standIn(_ dtype: DType) -> TensorHandle {
    let device = StandIns.device.object
    do {
      return TensorHandle(try made { lz_scalar_f64(device.raw, dtype.rawValue, 0, nil, $0) })
    } catch {
      fatalError("no stand-in for a tensor that was refused: \(error)")
    }
  }
}

private enum StandIns {
  static let device: Device = {
    do { return try Context().devices[0] } catch { fatalError("\(error)") }
  }()
}

// MARK: - Shape and place

extension TensorProtocol {
  /// The sizes of the dimensions. Computes nothing.
  public var shape: TensorShape {
    @inline(__always) get { TensorShape(handle.dims) }
  }
  /// The number of dimensions.
  public var rank: Int {
    @inline(__always) get { handle.rank }
  }
  /// The number of elements.
  public var scalarCount: Int {
    @inline(__always) get { handle.count }
  }
  /// The element type.
  public var dtype: DType { handle.dtype }
  /// The device of the tensor.
  public var device: Device {
    trapping(.unknown, or: .default) {
      Device(try object({ lz_device_release($0) }) { lz_tensor_device(handle.raw, $0) })
    }
  }
}

// MARK: - From the host

extension Tensor {
  /// Makes a tensor of rank 0 from a number. It is an input of programs, so the same program runs
  /// for other numbers.
  public init(_ value: Scalar, on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line) {
    let place = Place(file, line)
    self = hostScalar(value, on: (device ?? .default).object, place)
  }

  /// Makes a tensor of these elements, row-major. They are copied, and there must be as many as the
  /// shape has.
  public init(
    shape: TensorShape, scalars: [Scalar], on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(file, line)
    if scalars.count != shape.contiguousSize {
      refuse(
        LazuliError(
          .invalidArgument, op: "Tensor.init",
          "[Tensor.init] \(scalars.count) scalars do not fill the shape \(shape) of \(shape.contiguousSize)"), place)
      self.init(TensorHandle.standIn(Scalar.dtype))
      return
    }
    self = scalars.withUnsafeBytes { Tensor(shape: shape, copying: $0, on: device ?? .default, place) }
  }

  /// Makes a vector of these elements.
  public init(_ scalars: [Scalar], on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line) {
    let device = device ?? .default, dtype = Scalar.dtype
    var count = Int64(scalars.count), raw: Raw?
    let status = scalars.withUnsafeBytes {
      lz_tensor_from_host(device.object.raw, dtype.rawValue, &count, 1, $0.baseAddress, nil, &raw)
    }
    self.init(Place(file, line)) { () throws(LazuliError) in
      try check(status)
      return raw!
    }
  }

  /// Makes a tensor from a copy of the bytes of its elements, which are in row-major order.
  public init(
    shape: TensorShape, bytes: UnsafeRawBufferPointer, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    require(bytes.count == shape.contiguousSize * Scalar.dtype.size, "bytes for another shape", file: file, line: line)
    self.init(shape: shape, copying: bytes, on: device ?? .default, Place(file, line))
  }

  init(shape: TensorShape, copying bytes: UnsafeRawBufferPointer, on device: Device, _ place: Place) {
    let dims = shape.int64
    self.init(place) { () throws(LazuliError) in
      try made {
        lz_tensor_from_host(device.object.raw, Scalar.dtype.rawValue, dims, dims.count, bytes.baseAddress, nil, $0)
      }
    }
  }

  /// Makes a tensor in memory of the caller. The memory is not copied if it is aligned to the
  /// elements. It must not be written before the library calls `release`, once, on any thread.
  public init(
    shape: TensorShape, sharing bytes: UnsafeRawBufferPointer, on device: Device? = nil,
    file: StaticString = #fileID, line: UInt = #line, release: @escaping @Sendable () -> Void
  ) {
    require(bytes.count == shape.contiguousSize * Scalar.dtype.size, "bytes for another shape", file: file, line: line)
    let device = device ?? .default, dims = shape.int64
    var host = lz_host_options()
    host.struct_size = MemoryLayout<lz_host_options>.size
    host.mode = lz_host_mode(LZ_HOST_BORROW_IMMUTABLE)
    host.release = { user, _ in Unmanaged<ReleaseBox>.fromOpaque(user!).takeRetainedValue().release() }
    host.release_user = Unmanaged.passRetained(ReleaseBox(release)).toOpaque()
    self.init(Place(file, line)) { () throws(LazuliError) in
      try made {
        lz_tensor_from_host(device.object.raw, Scalar.dtype.rawValue, dims, dims.count, bytes.baseAddress, &host, $0)
      }
    }
  }

  /// Computes the tensor `other`, waits, and copies its elements to `device`.
  public init(copying other: Tensor, to device: Device, file: StaticString = #fileID, line: UInt = #line) {
    self.init(Place(file, line)) { () throws(LazuliError) in
      try made { lz_tensor_copy_to_device(other.raw, device.object.raw, 0, $0) }
    }
  }
}

private final class ReleaseBox: Sendable {
  let release: @Sendable () -> Void
  init(_ release: @escaping @Sendable () -> Void) { self.release = release }
}

// MARK: - To the host

extension Tensor {
  /// Returns the elements, row-major. Computes the tensor if it is pending, and waits. Throws the
  /// error of the computation.
  public func read(file: StaticString = #fileID, line: UInt = #line) throws -> [Scalar] {
    let count = scalarCount
    do {
      try checkMemory(for: handle, "read")
      return try Array(unsafeUninitializedCapacity: count) { buffer, filled in
        try check(lz_tensor_read(handle.raw, buffer.baseAddress, handle.bytes))
        filled = count
      }
    } catch var error as LazuliError where error.location.isEmpty {
      error.location = Place(file, line).isKnown ? Place(file, line).description : ""
      throw error
    }
  }

  /// The elements, row-major. Computes the tensor if it is pending, and waits.
  public var scalars: [Scalar] {
    trapping(.unknown, or: standInScalars()) {
      try read(file: "Lazuli", line: 0)
    }
  }

  /// Returns zeros in place of elements that could not be read. Returns an empty array if the zeros
  /// do not fit into memory.
  private func standInScalars() -> [Scalar] {
    let count = canAllocate(bytes: handle.bytes) ? scalarCount : 0
    return Array(repeating: Scalar(nearest: 0), count: count)
  }

  /// The element of a tensor with one element.
  public func scalarized(file: StaticString = #fileID, line: UInt = #line) -> Scalar {
    let place = Place(file, line)
    return trapping(place, or: Scalar(nearest: 0)) {
      guard scalarCount == 1 else {
        throw LazuliError(
          .invalidArgument, op: "scalarized",
          "[scalarized] the tensor of shape \(shape) has \(scalarCount) elements, not one: reduce it, or read scalars")
      }
      return try read(file: file, line: line)[0]
    }
  }

  /// The element of a tensor with one element, or nil for other tensors.
  public var scalar: Scalar? { scalarCount == 1 ? scalars[0] : nil }

  /// Calls `body` with the elements in place, without a copy.
  public func withScalars<Result>(_ body: (UnsafeBufferPointer<Scalar>) throws -> Result) throws -> Result {
    let view = try object({ lz_view_release($0) }) { lz_tensor_acquire_view(handle.raw, $0) }
    return try withExtendedLifetime(view) {
      let data = lz_view_data(view.raw)?.assumingMemoryBound(to: Scalar.self)
      return try body(UnsafeBufferPointer(start: data, count: scalarCount))
    }
  }

  /// Promises that the tensor is not read any more. At the next barrier that uses the tensor, a
  /// result may take over its memory. Reading the tensor later is an error.
  public func donate() throws { try check(lz_tensor_donate(handle.raw)) }

  /// Frees the memory of the tensor now, even if other variables refer to it. Reading the tensor
  /// later is an error.
  public func delete() throws { try check(lz_tensor_delete(handle.raw)) }

  /// Marks the leading dimension as a batch whose size changes from step to step. Ops on the tensor
  /// are compiled once for all sizes up to a bucket: the smallest power of two that is neither
  /// below the size nor below `least`.
  public func bucket(atLeast least: Int) throws { try check(lz_tensor_bucket(handle.raw, Int64(least))) }
}

// MARK: - Literals

/// One element or a row of a nested array literal.
public struct TensorLiteral<Scalar: TensorScalar>: Sendable {
  let shape: TensorShape
  let scalars: [Scalar]

  init(rows: [TensorLiteral]) {
    let inner = rows.first?.shape ?? []
    require(
      rows.allSatisfy { $0.shape == inner }, "the rows of a tensor literal have different shapes: \(rows.map(\.shape))")
    shape = TensorShape([rows.count] + inner.dimensions)
    scalars = rows.flatMap(\.scalars)
  }

  init(_ scalar: Scalar) {
    shape = []
    scalars = [scalar]
  }
}

extension TensorLiteral: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: TensorLiteral...) { self.init(rows: elements) }
}
extension TensorLiteral: ExpressibleByBooleanLiteral where Scalar: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Scalar.BooleanLiteralType) { self.init(Scalar(booleanLiteral: value)) }
}
extension TensorLiteral: ExpressibleByIntegerLiteral where Scalar: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Scalar.IntegerLiteralType) { self.init(Scalar(integerLiteral: value)) }
}
extension TensorLiteral: ExpressibleByFloatLiteral where Scalar: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Scalar.FloatLiteralType) { self.init(Scalar(floatLiteral: value)) }
}

extension Tensor {
  /// A tensor of nested rows: `Tensor<Float>([[1, 2], [3, 4]])`.
  @_disfavoredOverload
  public init(
    _ rows: [TensorLiteral<Scalar>], on device: Device? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let all = TensorLiteral(rows: rows)
    self.init(shape: all.shape, scalars: all.scalars, on: device, file: file, line: line)
  }
}

extension Tensor: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: TensorLiteral<Scalar>...) {
    let all = TensorLiteral(rows: elements)
    self.init(shape: all.shape, scalars: all.scalars)
  }
}
