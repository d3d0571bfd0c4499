// Counters, timers and reasons for compilations of a context; and guards against unexpected work.
import CLazuli

/// Counters of a context since it was made, or since they were reset.
public struct Metrics: Sendable {
  /// Programs compiled, found in memory, not found, evicted, loaded from the cache folder.
  public let compiles, cacheHits, cacheMisses, cacheEvictions, diskCacheHits: Int
  /// Programs run, barriers, automatic barriers, reads.
  public let executions, barriers, autoBarriers, reads: Int
  /// Ops recorded, inputs whose memory results have taken over.
  public let opsRecorded, donatedInputs: Int
  public let compileSeconds, executeSeconds: Double
  /// Current values: handles of tensors, recorded ops, bytes, and the most bytes so far.
  public let liveTensors, pendingOps, bytesInUse, peakBytes: Int
}

/// A program that was not in the cache and had to be compiled.
public struct Recompilation: Sendable {
  /// 1 for the first one of the context.
  public let number: Int
  public let ops, inputs, outputs: Int
  /// The first difference from the most similar program, with both places.
  public let reason: String
}

extension Context {
  /// The counters now.
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

  /// Sets the counters to 0, except those with current values.
  public func resetMetrics() throws { try check(lz_context_reset_counters(object.raw)) }

  /// A report for users: counters, memory, timers, and why the last programs were compiled.
  public var report: String {
    get throws { try text { lz_context_report(object.raw, $0) } }
  }

  /// Why the last program that was not in the cache had to be compiled, with both places.
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

/// Work that a block of a program must not cause.
public struct Guard: Sendable {
  let flags: UInt64
  let compiles: Int64

  /// Nothing runs.
  public static var noExecution: Guard { Guard(flags: UInt64(LZ_GUARD_NO_EXECUTION), compiles: 0) }
  /// No call waits for a run.
  public static var noSync: Guard { Guard(flags: UInt64(LZ_GUARD_NO_SYNC), compiles: 0) }
  /// Barriers and reads may compile at most this many programs.
  public static func maxCompiles(_ count: Int) -> Guard {
    Guard(flags: UInt64(LZ_GUARD_MAX_COMPILES), compiles: Int64(count))
  }
}

/// While `body` runs, the guard refuses forbidden work on all threads of the context, with the
/// reason and this line. Refused work stays pending, and can be computed after the block.
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
