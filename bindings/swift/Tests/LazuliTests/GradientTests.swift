import Lazuli
import XCTest
import _Differentiation

/// A function of one tensor, whose derivatives by the compiler and by the library are compared.
private struct Case: Sendable {
  let name: String
  let byCompiler: @Sendable (Tensor<Double>) -> Tensor<Double>
  let f: @Sendable (Tensor<Double>) -> Tensor<Double>

  init(_ name: String, _ f: @escaping @Sendable @differentiable(reverse) (Tensor<Double>) -> Tensor<Double>) {
    self.name = name
    self.f = { f($0) }
    byCompiler = { gradient(at: $0, in: f) }
  }
}

/// A sum in which each element has another weight.
@differentiable(reverse)
private func weighted(_ x: Tensor<Double>) -> Tensor<Double> {
  (x * withoutDerivative(at: sin(Tensor<Double>(iota: [x.scalarCount]) + 1).reshaped(to: x.shape))).sum()
}

final class GradientTests: XCTestCase {
  /// Positive, distinct numbers of shape [2, 3].
  let x = Tensor<Double>([[0.4, 1.3, 0.7], [0.2, 0.9, 1.6]])

  private func differences(_ f: (Tensor<Double>) -> Tensor<Double>, at x: Tensor<Double>) -> [Double] {
    let start = x.scalars, step = 1e-6
    return start.indices.map { i in
      func value(_ d: Double) -> Double {
        var moved = start
        moved[i] += d
        return f(Tensor(shape: x.shape, scalars: moved)).scalarized()
      }
      return (value(step) - value(-step)) / (2 * step)
    }
  }

  func testDerivativesOfOps() {
    let table: [Case] = [
      Case("add") { weighted($0 + $0[0]) }, Case("subtract") { weighted($0[1] - $0) },
      Case("multiply") { weighted($0 * $0[0]) }, Case("divide") { weighted($0 / $0[1]) },
      Case("scalars") { weighted(2 - 3 * $0 / 4 + 1 / $0) }, Case("negate") { weighted(-$0) },
      Case("exp") { weighted(exp($0)) }, Case("log") { weighted(log($0)) }, Case("tanh") { weighted(tanh($0)) },
      Case("sigmoid") { weighted(sigmoid($0)) }, Case("sin cos") { weighted(sin($0) * cos($0)) },
      Case("sqrt") { weighted(sqrt($0)) }, Case("rsqrt") { weighted(rsqrt($0)) }, Case("square") { weighted(square($0)) },
      Case("pow") { weighted(pow($0, 3)) }, Case("powers") { weighted(pow($0, $0)) }, Case("erf") { weighted(erf($0)) },
      Case("relu") { weighted(relu($0 - 0.8)) }, Case("gelu") { weighted(gelu($0)) }, Case("silu") { weighted(silu($0)) },
      Case("elu") { weighted(elu($0 - 1)) }, Case("softplus") { weighted(softplus($0)) },
      Case("max") { weighted(max($0, 2 - $0)) }, Case("clamped") { weighted($0.clamped(to: 0.5...1)) },
      Case("sum") { weighted($0.sum(alongAxes: [1])) }, Case("mean") { weighted($0.mean(alongAxes: [0], keepDims: true)) },
      Case("product") { weighted($0.product(alongAxes: [1])) }, Case("greatest") { weighted($0.max(alongAxes: [1])) },
      Case("variance") { weighted($0.variance(alongAxes: [1])) }, Case("logSumExp") { weighted($0.logSumExp(alongAxes: [1])) },
      Case("norm") { $0.norm() }, Case("cumulativeSum") { weighted($0.cumulativeSum(alongAxis: 1)) },
      Case("softmax") { weighted(softmax($0)) }, Case("logSoftmax") { weighted(logSoftmax($0)) },
      Case("reshaped") { weighted($0.reshaped(to: [3, 2])) }, Case("transposed") { weighted($0.transposed()) },
      Case("broadcasted") { weighted($0.broadcasted(to: [2, 2, 3])) }, Case("tiled") { weighted($0.tiled(multiples: [2, 1])) },
      Case("padded") { weighted($0.padded(forSizes: [(1, 0), (0, 2)])) }, Case("elements") { weighted($0[0..., 1...]) },
      Case("row") { weighted($0[1]) }, Case("rolled") { weighted($0.rolled(by: 1, alongAxis: 1)) },
      Case("concatenated") { weighted($0.concatenated(with: $0 * $0)) },
      Case("concatenating") { weighted(Tensor(concatenating: [$0, 2 * $0], alongAxis: 1)) },
      Case("stacking") { weighted(Tensor(stacking: [$0, $0 * $0])) },
      Case("gathering") { weighted($0.gathering(atIndices: Tensor<Int32>([1, 1, 0]))) },
      Case("select") { weighted(select(withoutDerivative(at: $0 .> 0.5), $0 * $0, -$0)) }, Case("matmul") { weighted(matmul($0, $0.transposed())) },
      Case("sorted") { weighted($0.sorted()) }, Case("convert") { weighted(Tensor<Double>($0) * 2) },
      Case("conv2D") {
        weighted(conv2D($0.reshaped(to: [1, 2, 3, 1]), filter: $0.reshaped(to: [2, 3, 1, 1]), padding: .same))
      },
      Case("pools") {
        weighted(maxPool2D($0.reshaped(to: [1, 2, 3, 1]), strides: (1, 1)))
          + weighted(avgPool2D($0.reshaped(to: [1, 2, 3, 1]), strides: (1, 1), padding: .same))
      },
      Case("cholesky") { weighted(cholesky(matmul($0, $0.transposed()))) },
    ]
    for one in table {
      let wanted = differences(one.f, at: x)
      let compiler = one.byCompiler(x), library = gradient(of: one.f)(x)
      XCTAssertEqual(compiler.shape, x.shape, one.name)
      for (name, got) in [("compiler", compiler), ("library", library)] {
        for (a, b) in zip(got.scalars, wanted) where !isClose(a, b, 1e-6) {
          XCTFail("\(one.name) by the \(name): \(got.scalars), expected \(wanted)")
          break
        }
      }
    }
  }

  func testDerivativesOfFactorizations() {
    let a: Tensor<Double> = [[0.3, 2, 1], [1, 1, 0.5], [3, 0.2, 2]]
    let table: [(String, @differentiable(reverse) (Tensor<Double>) -> Tensor<Double>)] = [
      ("solve", { weighted(solve($0, $0 * $0)) }), ("inverse", { weighted(inverse($0)) }),
      ("determinant", { determinant($0) }),
    ]
    for (name, f) in table {
      for (got, wanted) in zip(gradient(at: a, in: f).scalars, differences({ f($0) }, at: a)) {
        XCTAssertEqual(got, wanted, accuracy: 1e-6 * max(1, abs(wanted)), name)
      }
    }
  }

  func testControlFlowOfTheLanguage() {
    @differentiable(reverse)
    func f(_ x: Tensor<Double>) -> Tensor<Double> {
      var y = x
      for i in 0..<3 {
        if i == 1 { y = y * y } else { y = y + x }
      }
      return y.sum()
    }
    // ((2x)^2 + x)' = 8x + 1
    expect(gradient(at: Tensor<Double>([1, 2]), in: f), [9, 17])
    expect(gradient(of: { f($0) })(Tensor<Double>([1, 2])), [9, 17])
  }

  func testConstantsHaveNoDerivative() {
    let f: @differentiable(reverse) (Tensor<Double>) -> Tensor<Double> = { x in
      (x * withoutDerivative(at: x)).sum()
    }
    expect(gradient(at: x, in: f), x.scalars)
    expect(gradient(at: x) { _ in Tensor<Double>(3) } + Tensor(zeros: [2, 3]), Array(repeating: 0, count: 6))
  }

  func testStructsAreDifferentiated() {
    struct Line: Differentiable {
      var slope: Tensor<Float>
      var offset: Tensor<Float>
      var unused: Tensor<Float>
    }
    let line = Line(slope: Tensor(2), offset: Tensor(1), unused: Tensor([5, 5]))
    let (value, g) = valueWithGradient(at: line) { line in
      square(line.slope * 3 + line.offset).sum()
    }
    expect(value, [49])
    expect(g.slope, [42])
    expect(g.offset, [14])
    var moved = line
    moved.move(by: g)
    expect(moved.slope, [44])
    expect(moved.unused, [5, 5])
  }

  func testPullbacks() {
    let (value, pullback) = valueWithPullback(at: Tensor<Float>([1, 2, 3]), of: { $0 * $0 })
    expect(value, [1, 4, 9])
    expect(pullback(Tensor([1, 0, 2])), [2, 0, 12])
    let (a, b) = gradient(at: Tensor<Float>([1, 2]), Tensor<Float>(3)) { x, y in (x * y).sum() }
    expect(a, [3, 3])
    expect(b, [3], shape: [])
  }

  func testAPullbackBehindABarrier() {
    let (value, pullback) = valueWithPullback(at: Tensor<Float>([1, 2]), of: { exp($0) * $0 })
    LazyTensorBarrier(wait: true)
    expect(value, [M_E, 2 * M_E * M_E])
    expect(pullback(Tensor(ones: [2])), [2 * M_E, 3 * M_E * M_E])
  }

  func testSecondDerivativesByTheLibrary() {
    let f: (Tensor<Double>) -> Tensor<Double> = { (x: Tensor<Double>) in (x * x * x).sum() }
    let second = gradient(of: { gradient(of: f)($0).sum() })
    expect(second(Tensor([1, 2])), [6, 12])
    let mixed = gradient(of: { (x: Tensor<Double>) in gradient(at: x) { exp($0).sum() }.sum() })
    expect(mixed(Tensor([1])), [M_E])
  }

  func testGradientsOfTensors() throws {
    let w = Tensor<Float>([1, 2]), b = Tensor<Float>(3)
    let loss = square(w * 2 + b).sum()
    let g = try gradients(of: loss, withRespectTo: [w, b])
    expect(g[0], [20, 28])
    expect(g[1], [24])
    _ = expectError(.invalidArgument) { _ = try gradients(of: loss, withRespectTo: [Tensor([1])]) }
    expect(try gradients(of: loss, withRespectTo: [Tensor([1])], allowUnused: true)[0], [0])
    _ = expectError(.invalidArgument) { _ = try gradients(of: w * w, withRespectTo: [w]) }
    expect(try gradients(of: w * w, cotangent: Tensor([1, 10]), withRespectTo: [w])[0], [2, 40])
    expect(gradient(of: { (x: Tensor<Float>) in (stopGradient(x) * x).sum() })(w), [1, 2])
    _ = expectError(.invalidArgument, op: "gradient") { _ = try checked { gradient(at: w) { $0 * 2 } } }
  }

  func testGradientsDoNotReachBehindABarrier() {
    let w = Tensor<Float>([1, 2]), y = w * w
    LazyTensorBarrier()
    let error = expectError(.failedPrecondition) { _ = try gradients(of: y.sum(), withRespectTo: [w]) }
    XCTAssertTrue(error?.message.contains("barrier") == true, error?.message ?? "")
  }

  func testGradientsOfTrees() {
    let point = Pair(Tensor<Float>([1, 2]), [Tensor<Float>(3), Tensor<Float>(4)])
    let g = gradient(of: { (p: Pair<Tensor<Float>, [Tensor<Float>]>) in
      (p.first * p.second[0]).sum() * p.second[1]
    })(point)
    expect(g.first, [12, 12])
    expect(g.second[1], [9])
  }
}
