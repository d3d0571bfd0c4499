// Checks that there is enough host memory before elements are read into a Swift array. If the
// allocation of a Swift array fails, the process ends.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns true if this many bytes can be allocated. Less than 64 MiB are not checked, because the
/// check would take longer than reading the elements.
func canAllocate(bytes: Int) -> Bool {
  if bytes < 64 << 20 { return true }
  // mmap is used because the compiler would remove a pair of malloc and free.
  let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
  munmap(memory, bytes)
  return true
}

/// Throws `.resourceExhausted` if host memory has no space for `copies` copies of the elements.
func checkMemory(for tensor: TensorHandle, copies: Int = 1, _ op: String) throws(LazuliError) {
  let (bytes, overflows) = tensor.bytes.multipliedReportingOverflow(by: copies)
  if !overflows, canAllocate(bytes: bytes) { return }
  throw LazuliError(
    .resourceExhausted, op: op,
    "[\(op)] the host has no memory for the \(tensor.bytes) bytes of a tensor of shape \(TensorShape(tensor.dims)): "
      + "read parts of it, or reduce it first", bytesWanted: overflows ? .max : bytes)
}
