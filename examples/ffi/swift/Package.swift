// swift-tools-version:5.9
// swift build: finds an installed Lazuli with pkg-config; PKG_CONFIG_PATH says where.
import PackageDescription

let package = Package(
  name: "FromSwift",
  targets: [
    // Brings the flags of pkg-config. The module CLazuli itself is installed with the headers.
    .systemLibrary(name: "CLazuliFlags", pkgConfig: "lazuli"),
    .executableTarget(name: "FromSwift", dependencies: ["CLazuliFlags"]),
  ]
)
