/// The generator SplitMix64. Its pseudo-random numbers are the same on every machine, and in the
/// examples in C.
public struct RandomSource {
  var state: UInt64

  public init(state: UInt64) { self.state = state }

  public mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number in [0, 1), a multiple of 2^-53.
  public mutating func unit() -> Double { Double(bits() >> 11) * 0x1p-53 }
}
