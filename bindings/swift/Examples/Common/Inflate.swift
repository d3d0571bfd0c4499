// Decompression of gzip files (RFC 1951 and 1952), as much as data sets need.

struct InflateError: Error, CustomStringConvertible {
  let description: String
}

/// The bytes that a gzip file holds; checksums are not looked at.
func gunzip(_ file: [UInt8]) throws -> [UInt8] {
  guard file.count > 18, file[0] == 0x1F, file[1] == 0x8B, file[2] == 8 else {
    throw InflateError(description: "not a gzip file")
  }
  var start = 10
  if file[3] & 4 != 0 { start += 2 + Int(file[start]) + Int(file[start + 1]) << 8 }
  for flag in [8, 16] as [UInt8] where file[3] & flag != 0 {
    while start < file.count, file[start] != 0 { start += 1 }
    start += 1
  }
  if file[3] & 2 != 0 { start += 2 }
  let size = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  return try file.withUnsafeBufferPointer { bytes in
    var inflater = Inflater(bytes: bytes, position: start)
    inflater.output.reserveCapacity(size)
    try inflater.run()
    return inflater.output
  }
}

/// The codes of one alphabet: how many there are of each length, and the symbols in their order.
private struct Huffman {
  var counts = [Int](repeating: 0, count: 16)
  var symbols: [Int]

  init(_ lengths: ArraySlice<Int>) {
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var offsets = [Int](repeating: 0, count: 16)
    for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
    symbols = [Int](repeating: 0, count: lengths.count)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[offsets[length]] = symbol
      offsets[length] += 1
    }
  }
}

private struct Inflater {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int
  var output: [UInt8] = []
  private var buffer = 0, filled = 0

  init(bytes: UnsafeBufferPointer<UInt8>, position: Int) {
    self.bytes = bytes
    self.position = position
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func bits(_ count: Int) throws -> Int {
    while filled < count {
      guard position < bytes.count else { throw InflateError(description: "the file ends too early") }
      buffer |= Int(bytes[position]) << filled
      position += 1
      filled += 8
    }
    defer {
      buffer >>= count
      filled -= count
    }
    return buffer & (1 << count - 1)
  }

  private mutating func symbol(_ table: Huffman) throws -> Int {
    var code = 0, first = 0, index = 0
    for length in 1..<16 {
      code |= try bits(1)
      let count = table.counts[length]
      if code - first < count { return table.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw InflateError(description: "a code that does not exist")
  }

  mutating func run() throws {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try stored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try block(Huffman(lengths[...]), Huffman(Array(repeating: 5, count: 30)[...]))
      case 2: try dynamic()
      default: throw InflateError(description: "a block of no known kind")
      }
    }
  }

  private mutating func stored() throws {
    (buffer, filled) = (0, 0)
    let count = Int(bytes[position]) | Int(bytes[position + 1]) << 8
    output.append(contentsOf: bytes[position + 4..<position + 4 + count])
    position += 4 + count
  }

  private mutating func dynamic() throws {
    let literals = try bits(5) + 257, distances = try bits(5) + 1, codes = try bits(4) + 4
    var lengths = [Int](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(codes) { lengths[place] = try bits(3) }
    let table = Huffman(lengths[...])
    lengths = []
    while lengths.count < literals + distances {
      let code = try symbol(table)
      switch code {
      case 0..<16: lengths.append(code)
      case 16: lengths += Array(repeating: lengths.last ?? 0, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      default: lengths += Array(repeating: 0, count: try bits(7) + 11)
      }
    }
    try block(Huffman(lengths[..<literals]), Huffman(lengths[literals...]))
  }

  private mutating func block(_ literals: Huffman, _ distances: Huffman) throws {
    while true {
      let code = try symbol(literals)
      if code < 256 { output.append(UInt8(code)) }
      if code == 256 { return }
      guard code > 256 else { continue }
      let length = Self.lengthBases[code - 257] + (try bits(Self.lengthBits[code - 257]))
      let place = try symbol(distances)
      let distance = Self.distanceBases[place] + (try bits(Swift.max(0, place / 2 - 1)))
      guard distance <= output.count else { throw InflateError(description: "a copy from before the start") }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
