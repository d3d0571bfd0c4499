// Memory for elements that are read. Where Swift's arrays find none the process ends, so it is
// asked for before.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether the system has so many bytes in one piece. Fewer than 64 MiB are not asked for, which
/// would take longer than to read them.
func canAllocate(bytes: Int) -> Bool {
  if bytes < 64 << 20 { return true }
  // A pair of malloc and free would be optimized away.
  let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
  munmap(memory, bytes)
  return true
}

/// Throws `.resourceExhausted` where the elements of a tensor do not fit into memory of the host,
/// `copies` times.
func checkMemory(for tensor: TensorHandle, copies: Int = 1, _ op: String) throws(LazuliError) {
  let (bytes, overflows) = tensor.bytes.multipliedReportingOverflow(by: copies)
  if !overflows, canAllocate(bytes: bytes) { return }
  throw LazuliError(
    .resourceExhausted, op: op,
    "[\(op)] the host has no memory for the \(tensor.bytes) bytes of a tensor of shape \(TensorShape(tensor.dims)): "
      + "read parts of it, or reduce it first", bytesWanted: overflows ? .max : bytes)
}
