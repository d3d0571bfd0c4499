// Counters of a context, reasons for its compilations, and guards against unexpected work.
import CLazuli

/// Counters of a context. They count since the context was made or the counters were reset.
public struct Metrics: Sendable {
  /// The numbers of programs that were compiled, found in memory, not found in memory, evicted from
  /// memory, and loaded from the cache folder.
  public let compiles, cacheHits, cacheMisses, cacheEvictions, diskCacheHits: Int
  /// The numbers of program runs, barriers, automatic barriers, and reads.
  public let executions, barriers, autoBarriers, reads: Int
  /// The numbers of recorded ops, and of inputs whose memory was given to results.
  public let opsRecorded, donatedInputs: Int
  public let compileSeconds, executeSeconds: Double
  /// The current numbers of tensor handles, of recorded ops in memory, and of bytes in use, and the
  /// most bytes in use since the last reset.
  public let liveTensors, pendingOps, bytesInUse, peakBytes: Int
}

/// The compilation of a program that was not in the cache.
public struct Recompilation: Sendable {
  /// The number of this compilation in its context, counted from 1.
  public let number: Int
  public let ops, inputs, outputs: Int
  /// The first difference from the most similar program, with the place of the differing op in
  /// both.
  public let reason: String
}

extension Context {
  /// The current counters.
  public var metrics: Metrics {
    var c = lz_counters()
    c.struct_size = MemoryLayout<lz_counters>.size
    trapping(.unknown, or: ()) { try check(lz_context_get_counters(object.raw, &c)) }
    return Metrics(
      compiles: Int(c.compiles), cacheHits: Int(c.cache_hits), cacheMisses: Int(c.cache_misses),
      cacheEvictions: Int(c.cache_evictions), diskCacheHits: Int(c.disk_cache_hits), executions: Int(c.executions),
      barriers: Int(c.barriers), autoBarriers: Int(c.auto_barriers), reads: Int(c.reads),
      opsRecorded: Int(c.ops_recorded), donatedInputs: Int(c.donated_inputs),
      compileSeconds: 1e-9 * Double(c.compile_ns), executeSeconds: 1e-9 * Double(c.execute_ns),
      liveTensors: Int(c.live_tensors), pendingOps: Int(c.pending_ops), bytesInUse: Int(c.bytes_in_use),
      peakBytes: Int(c.peak_bytes))
  }

  /// Sets the counters to 0, except those that show a current value, such as `bytesInUse`.
  public func resetMetrics() throws { try check(lz_context_reset_counters(object.raw)) }

  /// A report for users: counters, memory, timers, and why the last programs were compiled.
  public var report: String {
    get throws { try text { lz_context_report(object.raw, $0) } }
  }

  /// A text that says why the last program had to be compiled: its first difference from the most
  /// similar program, with the place of the differing op in both.
  public var lastRecompilation: String {
    get throws { try text { lz_context_explain_recompile(object.raw, $0) } }
  }

  /// The last 100 compilations, the most recent first.
  public var recompilations: [Recompilation] {
    get throws {
      var count = 0
      try check(lz_context_num_recompilations(object.raw, &count))
      return try (0..<count).map { index in
        var c = lz_recompilation_statistics()
        c.struct_size = MemoryLayout<lz_recompilation_statistics>.size
        let reason = try text { lz_context_recompilation(object.raw, index, &c, $0) }
        return Recompilation(
          number: Int(c.number), ops: Int(c.ops), inputs: Int(c.inputs), outputs: Int(c.outputs), reason: reason)
      }
    }
  }
}

/// Prints `Context.report` of the shared context.
public func PrintX10Metrics() {
  trapping(.unknown, or: ()) { print(try Context.shared.report) }
}

/// Work that a block of code must not cause.
public struct Guard: Sendable {
  let flags: UInt64
  let compiles: Int64

  /// No program runs.
  public static var noExecution: Guard { Guard(flags: UInt64(LZ_GUARD_NO_EXECUTION), compiles: 0) }
  /// No call waits for a running program.
  public static var noSync: Guard { Guard(flags: UInt64(LZ_GUARD_NO_SYNC), compiles: 0) }
  /// Barriers and reads may compile at most this many programs.
  public static func maxCompiles(_ count: Int) -> Guard {
    Guard(flags: UInt64(LZ_GUARD_MAX_COMPILES), compiles: Int64(count))
  }
}

/// Calls `body`. Meanwhile, forbidden work of the context is refused on all threads. The error says
/// why the work was needed, and has the line of the guard. Refused work stays pending, and can be
/// computed afterwards.
@discardableResult
public func withGuard<Result>(
  _ limit: Guard, on context: Context = .shared, file: StaticString = #fileID, line: UInt = #line,
  _ body: () throws -> Result
) throws -> Result {
  var options = Place(file, line).options
  let guardian = try object({ lz_guard_release($0) }) {
    lz_guard_begin(context.object.raw, limit.flags, limit.compiles, &options, $0)
  }
  return try withExtendedLifetime(guardian) { try body() }
}
