// Measures the time of recording, by chains of 100 additions that are never computed, and the time
// of calls of a compiled function.
import Lazuli

func nanoseconds(repeats: Int, per count: Int, _ body: () -> Void) -> Double {
  body()
  let clock = ContinuousClock()
  let times = (0..<repeats).map { _ in
    let time = clock.measure(body).components
    return Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9
  }
  return times.sorted()[repeats / 2] / Double(count)
}

let x = Tensor<Float>([1, 2, 3, 4])
let byOperator = nanoseconds(repeats: 2001, per: 100) {
  var y = x
  for _ in 0..<100 { y = y + x }
}
let byFunction = nanoseconds(repeats: 2001, per: 100) {
  var y = x
  for _ in 0..<100 { y = max(y, x) }
}
let withNumber = nanoseconds(repeats: 2001, per: 100) {
  var y = x
  for _ in 0..<100 { y = y + 1 }
}
print("an addition that is recorded by an operator   \(Int(byOperator)) ns")
print("a maximum that is recorded by a function      \(Int(byFunction)) ns")
print("an addition of a number, which is three ops    \(Int(withNumber)) ns")

let twice = compile { (x: Tensor<Float>) in x + x }
let call = nanoseconds(repeats: 201, per: 100) {
  for _ in 0..<100 { _ = twice(x).scalars }
}
print("a call of a compiled function and its result  \(Int(call)) ns")
