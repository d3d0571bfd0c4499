// Images with labels: from files in the format of MNIST, or made up.
import Foundation

/// Images of 28 x 28 bytes. Each has a label.
public struct Images: Sendable {
  public static let side = 28, pixels = 28 * 28, classes = 10
  public var bytes: [UInt8]
  public var labels: [UInt8]
  public var count: Int { labels.count }

  /// Reads a data set. `name` is "train" or "t10k".
  public init(folder: String, name: String) throws {
    bytes = try idx("\(folder)/\(name)-images-idx3-ubyte.gz", header: 16)
    labels = try idx("\(folder)/\(name)-labels-idx1-ubyte.gz", header: 8)
    guard bytes.count == labels.count * Images.pixels else {
      throw DataError(description: "\(folder) does not hold images of 28 x 28 with a label each")
    }
  }

  /// Makes up images. Pixel k of image n is (25 (n mod 10) + (n k) mod 97) mod 256, and the label
  /// of image n is n mod 10.
  public init(madeUp count: Int) {
    labels = (0..<count).map { UInt8($0 % Images.classes) }
    bytes = [UInt8](unsafeUninitializedCapacity: count * Images.pixels) { buffer, filled in
      for n in 0..<count {
        for k in 0..<Images.pixels {
          buffer[n * Images.pixels + k] = UInt8(truncatingIfNeeded: 25 * (n % Images.classes) + n * k % 97)
        }
      }
      filled = count * Images.pixels
    }
  }

  /// Returns the images and labels with these numbers.
  public func batch(_ numbers: some Sequence<Int>) -> (bytes: [UInt8], labels: [UInt8]) {
    var images: [UInt8] = [], truth: [UInt8] = []
    images.reserveCapacity(numbers.underestimatedCount * Images.pixels)
    for n in numbers {
      images += bytes[n * Images.pixels..<(n + 1) * Images.pixels]
      truth.append(labels[n])
    }
    return (images, truth)
  }
}

struct DataError: Error, CustomStringConvertible {
  let description: String
}

// Unpacks the file with gzip, which every Debian system has, and drops its header.
private func idx(_ path: String, header: Int) throws -> [UInt8] {
  let gzip = Process(), output = Pipe()
  gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  gzip.arguments = ["gzip", "-dc", path]
  gzip.standardOutput = output
  try gzip.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  gzip.waitUntilExit()
  guard gzip.terminationStatus == 0, bytes.count > header else {
    throw DataError(description: "\(path) cannot be read")
  }
  return [UInt8](bytes.dropFirst(header))
}

/// Returns the data set in a folder, or made-up images if there is no such folder.
public func loadFashionMNIST(from folder: String = "/usr/share/datasets/fashion-mnist") throws -> (train: Images, test: Images) {
  guard FileManager.default.fileExists(atPath: folder) else {
    print("no data set in \(folder): images are made up")
    return (Images(madeUp: 6000), Images(madeUp: 1000))
  }
  return (try Images(folder: folder, name: "train"), try Images(folder: folder, name: "t10k"))
}
