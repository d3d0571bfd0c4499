// Contexts, which own devices, threads and the cache of compiled programs.
import CLazuli
import Synchronization

/// Owns devices, threads and the cache of compiled programs. Two contexts share nothing.
///
/// Most programs use `Context.shared`, which is made when it is first needed.
public final class Context: Sendable {
  /// The options of a context. A field that is nil or 0 selects the library's default.
  public struct Options: Sendable {
    /// The number of threads that compute. 0 means one per core.
    public var threads = 0
    public var numerics = Numerics.default
    /// The maximal number of bytes that the context may allocate. 0 means the memory of the
    /// machine.
    public var budgetBytes = 0
    /// The CPU class: "x86-64-v2", "avx2" or "avx512". nil means the best one that this machine
    /// supports.
    public var cpu: String?
    /// A folder to which every stage of each compilation is written.
    public var dumpFolder: String?
    /// If true, every op runs when it is recorded, which helps debugging.
    public var isOpByOp = false
    /// The maximal number of ops in a program. A longer recording is split. 0 means 1024.
    public var maxSegmentOps = 0
    /// The number of pending ops that causes an automatic barrier. 0 means 1,048,576.
    public var maxPendingOps = 0
    /// The maximal number of compiled programs that are kept in memory. 0 means 1024.
    public var cacheEntries = 0
    /// The folder that keeps compiled programs for later processes. "off" means no folder. nil
    /// means the folder that environment variables name.
    public var diskCache: String?
    /// The number of devices into which the host is divided. 0 means one.
    public var hostDevices = 0

    public init() {}
  }

  let object: Object
  /// The devices, beginning with number 0.
  public let devices: [Device]

  /// Makes a context. Throws if a number is out of range, or if this machine does not support the
  /// CPU class.
  public init(_ options: Options = Options()) throws {
    object = try Context.make(options)
    devices = try Context.listDevices(object)
  }

  init(_ object: Object) throws {
    self.object = object
    devices = try Context.listDevices(object)
  }

  private static func make(_ o: Options) throws -> Object {
    var c = lz_context_options()
    c.struct_size = MemoryLayout<lz_context_options>.size
    c.threads = Int32(o.threads)
    c.numerics = o.numerics.rawValue
    c.budget_bytes = Int64(o.budgetBytes)
    c.op_by_op = o.isOpByOp ? 1 : 0
    c.max_segment_ops = Int32(o.maxSegmentOps)
    c.max_pending_ops = Int64(o.maxPendingOps)
    c.cache_entries = Int64(o.cacheEntries)
    c.host_devices = Int64(o.hostDevices)
    return try withCStrings([o.cpu, o.dumpFolder, o.diskCache]) { texts in
      (c.cpu, c.dump_dir, c.disk_cache) = (texts[0], texts[1], texts[2])
      let context = try Lazuli.object({ lz_context_release($0) }) { lz_context_create(&c, $0) }
      Exit.watch()
      return context
    }
  }

  private static func listDevices(_ context: Object) throws -> [Device] {
    var count = 0
    try check(lz_context_num_devices(context.raw, &count))
    return try (0..<count).map { index in
      Device(try Lazuli.object({ lz_device_release($0) }) { lz_context_device(context.raw, index, $0) })
    }
  }

  private static let made = Mutex<Context?>(nil)
  private static let wanted = Mutex(Options())

  /// The default context. It is made when it is first needed, with the options of `configure`.
  public static var shared: Context {
    made.withLock { made in
      if let made { return made }
      do {
        let context = try Context(wanted.withLock { $0 })
        made = context
        return context
      } catch {
        fatalError("the shared context cannot be made: \(error)")
      }
    }
  }

  /// Sets the options of `shared`. Throws if `shared` exists already.
  public static func configure(_ options: Options) throws {
    try made.withLock { made in
      guard made == nil else {
        throw LazuliError(
          .failedPrecondition, op: "configure", "[configure] the shared context is in use: configure it before the first tensor")
      }
      wanted.withLock { $0 = options }
    }
  }

  /// Cancels running and queued work, and waits until it has ended. Afterwards, ops on tensors of
  /// the context are refused. Tensors can still be released, and computed values can be read.
  public func shutdown() throws { try check(lz_context_shutdown(object.raw)) }

  /// Cancels running and queued work without waiting. Work that is submitted later runs as usual.
  public func cancel() throws { try check(lz_context_cancel(object.raw)) }

  /// Gives the memory of freed tensors back to the system. Returns the number of bytes.
  @discardableResult
  public func trim() throws -> Int {
    var bytes: Int64 = 0
    try check(lz_context_trim(object.raw, &bytes))
    return Int(bytes)
  }

  /// Calls `body`. Meanwhile each op of the context runs when it is recorded, whichever thread
  /// records it. Use it for debugging.
  public func withOpByOp<Result>(_ body: () throws -> Result) throws -> Result {
    var before: Int32 = 0
    try check(lz_context_set_op_by_op(object.raw, 1, &before))
    defer { lz_status_release(lz_context_set_op_by_op(object.raw, before, nil)) }
    return try body()
  }
}

/// Calls `body` with the texts as C strings, which are valid during the call. A nil text gives nil.
func withCStrings<Result>(
  _ strings: [String?], _ body: ([UnsafePointer<CChar>?]) throws -> Result
) rethrows -> Result {
  let copies = strings.map { $0.map { Array($0.utf8CString) } }
  func next(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) throws -> Result {
    if index == copies.count { return try body(pointers) }
    guard let copy = copies[index] else { return try next(index + 1, pointers + [nil]) }
    return try copy.withUnsafeBufferPointer { try next(index + 1, pointers + [$0.baseAddress]) }
  }
  return try next(0, [])
}
