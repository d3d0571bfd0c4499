// swift-tools-version:6.0
// Lazuli for Swift. pkg-config and the loader find the installed library. If it is in a folder that
// they do not know, set PKG_CONFIG_PATH and LD_LIBRARY_PATH.
import PackageDescription

// Imports of this package are not visible to its users.
let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
  name: "lazuli",
  products: [
    .library(name: "Lazuli", targets: ["Lazuli"]),
    .library(name: "LazuliNN", targets: ["LazuliNN"]),
  ],
  targets: [
    // Adds the flags of pkg-config. The module CLazuli itself is installed with the headers.
    .systemLibrary(name: "CLazuliFlags", pkgConfig: "lazuli"),
    .target(name: "Lazuli", dependencies: ["CLazuliFlags"], swiftSettings: settings),
    .target(name: "LazuliNN", dependencies: ["Lazuli"], swiftSettings: settings),
    .executableTarget(name: "Overhead", dependencies: ["Lazuli"], path: "Examples/Overhead"),
    .target(name: "ExampleData", path: "Examples/Common"),
    .executableTarget(name: "MLP", dependencies: ["LazuliNN", "ExampleData"], path: "Examples/MLP"),
    .executableTarget(name: "FashionMNIST", dependencies: ["LazuliNN", "ExampleData"], path: "Examples/FashionMNIST"),
    .executableTarget(name: "ResNet", dependencies: ["LazuliNN"], path: "Examples/ResNet"),
    .executableTarget(name: "WordSeg", dependencies: ["Lazuli", "ExampleData"], path: "Examples/WordSeg"),
    .executableTarget(name: "Refusals", dependencies: ["LazuliNN"], path: "Tests/Refusals"),
    .target(name: "SanitizerOptions", path: "Tests/SanitizerOptions"),
    .testTarget(name: "LazuliTests", dependencies: ["Lazuli", "LazuliNN", "SanitizerOptions"]),
  ],
  swiftLanguageModes: [.v6]
)
