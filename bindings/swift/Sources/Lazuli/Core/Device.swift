import CLazuli

/// A device, on which tensors live and programs run. Device 0 of a context is the host.
public struct Device: Sendable, Equatable, CustomStringConvertible {
  let object: Object

  init(_ object: Object) { self.object = object }

  public static func == (a: Device, b: Device) -> Bool {
    var same: Int32 = 0
    return lz_device_is_same(a.object.raw, b.object.raw, &same) == nil && same == 1
  }

  /// "host:0"
  public var description: String { String(cString: lz_device_name(object.raw)!) }
  /// The kind of processor: "host".
  public var kind: String { String(cString: lz_device_kind(object.raw)!) }
  /// The index of the device in its context.
  public var index: Int { Int(lz_device_index(object.raw)) }
  /// The context of the device.
  public var context: Context {
    get throws { try Context(Lazuli.object({ lz_context_release($0) }) { lz_device_context(object.raw, $0) }) }
  }
  /// The number of threads that compute, including the waiting thread.
  public var threads: Int {
    get throws {
      var count: Int32 = 0
      try check(lz_device_threads(object.raw, &count))
      return Int(count)
    }
  }

  /// The device of the innermost `withDevice`, or device 0 of the shared context outside of
  /// `withDevice`.
  public static var `default`: Device { chosen ?? Context.shared.devices[0] }

  @TaskLocal static var chosen: Device?
}

/// Calls `body`. Tensors that it makes from values of the host are on `device`. Ops on tensors run
/// on the device of their operands.
public func withDevice<Result>(_ device: Device, _ body: () throws -> Result) rethrows -> Result {
  try Device.$chosen.withValue(device, operation: body)
}

/// Like `withDevice`, for an asynchronous block.
public func withDevice<Result>(
  _ device: Device, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  try await Device.$chosen.withValue(device, operation: body, isolation: isolation)
}
