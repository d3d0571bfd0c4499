// Checks for host memory before elements are read, because Swift's arrays end the process if there
// is none.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns true if the system has this many bytes in one piece. Less than 64 MiB are not checked,
/// since that would take longer than reading them.
func canAllocate(bytes: Int) -> Bool {
  if bytes < 64 << 20 { return true }
  // A pair of malloc and free would be optimized away.
  let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
  munmap(memory, bytes)
  return true
}

/// Throws `.resourceExhausted` if the elements of a tensor do not fit into host memory `copies`
/// times.
func checkMemory(for tensor: TensorHandle, copies: Int = 1, _ op: String) throws(LazuliError) {
  let (bytes, overflows) = tensor.bytes.multipliedReportingOverflow(by: copies)
  if !overflows, canAllocate(bytes: bytes) { return }
  throw LazuliError(
    .resourceExhausted, op: op,
    "[\(op)] the host has no memory for the \(tensor.bytes) bytes of a tensor of shape \(TensorShape(tensor.dims)): "
      + "read parts of it, or reduce it first", bytesWanted: overflows ? .max : bytes)
}
