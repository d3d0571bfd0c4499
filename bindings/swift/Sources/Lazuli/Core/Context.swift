// Contexts: devices, threads, the cache of compiled programs.
import CLazuli
import Synchronization

/// Owns devices, threads and the cache of compiled programs. Two contexts share nothing.
///
/// Most programs use `Context.shared`, which is made when it is first needed.
public final class Context: Sendable {
  /// What a context is made with; what is nil or 0 has the default of the library.
  public struct Options: Sendable {
    /// Threads that compute; 0: one per core.
    public var threads = 0
    public var numerics = Numerics.default
    /// The most memory that tensors may have; 0: what the machine has.
    public var budgetBytes = 0
    /// "x86-64-v2", "avx2", "avx512"; nil: the best this machine runs.
    public var cpu: String?
    /// Where every stage of each compilation is written.
    public var dumpFolder: String?
    /// Every op runs when it is recorded, for debugging.
    public var isOpByOp = false
    /// A longer recording is split into programs of at most so many ops; 0: 1024.
    public var maxSegmentOps = 0
    /// So many pending ops cause a barrier by themselves; 0: 1,048,576.
    public var maxPendingOps = 0
    /// Compiled programs kept in memory; 0: 1024.
    public var cacheEntries = 0
    /// The folder of compiled programs for later processes; "off": none; nil: that of the
    /// environment.
    public var diskCache: String?
    /// Devices that the host is divided into; 0: one.
    public var hostDevices = 0

    public init() {}
  }

  let object: Object
  /// The devices, number 0 first.
  public let devices: [Device]

  /// Makes a context. Throws for a number out of its range or a class of CPU that does not run
  /// here.
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

  /// The context of programs that name none. It is made when it is first needed, of what
  /// `configure` said.
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

  /// Says what `shared` is made with. Throws when it has been made already.
  public static func configure(_ options: Options) throws {
    try made.withLock { made in
      guard made == nil else {
        throw LazuliError(
          .failedPrecondition, op: "configure", "[configure] the shared context is in use: configure it before the first tensor")
      }
      wanted.withLock { $0 = options }
    }
  }

  /// Cancels what runs and is queued, and waits until that has ended. Afterwards ops on its tensors
  /// are refused; releases stay legal, and values that have been computed stay readable.
  public func shutdown() throws { try check(lz_context_shutdown(object.raw)) }

  /// Cancels what runs and what is queued; does not wait. Work submitted later runs as always.
  public func cancel() throws { try check(lz_context_cancel(object.raw)) }

  /// Gives memory of freed tensors back to the system, and returns how many bytes.
  @discardableResult
  public func trim() throws -> Int {
    var bytes: Int64 = 0
    try check(lz_context_trim(object.raw, &bytes))
    return Int(bytes)
  }

  /// Every op that `body` records runs at once, on any thread: for debugging.
  public func withOpByOp<Result>(_ body: () throws -> Result) throws -> Result {
    var before: Int32 = 0
    try check(lz_context_set_op_by_op(object.raw, 1, &before))
    defer { lz_status_release(lz_context_set_op_by_op(object.raw, before, nil)) }
    return try body()
  }
}

/// Calls `body` with C strings that live as long as the call; nil for nil.
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
