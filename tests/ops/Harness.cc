#include "Harness.h"

#include "CpuSample.h"
#include "absl/container/inlined_vector.h"
#include "base/elements/SmallTypes.h"
#include "semantics/eval/Compare.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <string_view>

namespace lz::test {
namespace {

using Outputs = std::vector<Literal>;

// Copies the bytes to an address that is one element after a multiple of 64. No borrowed input can
// be aligned less.
runtime::StorageRef barelyAligned(const Literal& arg) {
  size_t bytes = size_t(arg.type().numBytes());
  const size_t offset = size_t(storageBytes(arg.type().dtype, 1));
  auto* room = static_cast<std::byte*>(::operator new(bytes + offset, std::align_val_t(64)));
  if (bytes)
    std::memcpy(room + offset, arg.data(), bytes);
  return runtime::Storage::borrow(room + offset, int64_t(bytes),
                                  [=] { ::operator delete(room, std::align_val_t(64)); });
}

StatusOr<runtime::StorageRef> upload(runtime::Device& device, const Literal& arg) {
  LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, device.allocate(arg.type().numBytes()));
  if (size_t bytes = size_t(arg.type().numBytes()))
    std::memcpy(storage->mutableData(), arg.data(), bytes);
  return storage;
}

// There is one device for each number of threads, because a device takes longer to start than most
// programs to run. It keeps no freed memory, so that the address sanitizer sees where each block
// ends.
runtime::Device& deviceOf(int threads) {
  static std::map<int, std::shared_ptr<runtime::Device>> devices;
  std::shared_ptr<runtime::Device>& device = devices[threads];
  if (!device)
    device = runtime::Device::host({.threads = threads, .memory = {.cacheLimitBytes = 1}});
  return *device;
}

// With one thread, the program may take over its inputs. With more threads, inputs are barely
// aligned and are not donated. The results must have the same bits in both cases.
StatusOr<Outputs> runOn(const exec::Executable& executable, const std::vector<Literal>& args,
                        int threads) {
  runtime::Device& device = deviceOf(threads);
  std::vector<runtime::StorageRef> storages;
  for (const Literal& arg : args) {
    StatusOr<runtime::StorageRef> storage =
        threads == 1 ? upload(device, arg) : StatusOr<runtime::StorageRef>(barelyAligned(arg));
    LZ_RETURN_IF_ERROR(storage.status());
    storages.push_back(*std::move(storage));
  }
  absl::InlinedVector<bool, 8> donated;
  if (threads == 1)
    donated.assign(executable.spec().donated.begin(), executable.spec().donated.end());
  LZ_ASSIGN_OR_RETURN(exec::RunResult result, executable.run(device, storages, donated));
  Outputs outputs;
  for (size_t i = 0; i < result.outputs.size(); ++i)
    outputs.push_back(Literal::copyOf(executable.spec().outputs[i], result.outputs[i]->data()));
  return outputs;
}

std::array<double, 2> partsOf(const Literal& literal, int64_t i) {
  const std::complex<double> x = eval::numberAt(literal, i);
  return {x.real(), x.imag()};
}

// Returns the largest magnitude of the finite real and imaginary parts. Errors of sums are relative
// to it.
double magnitude(const Literal& literal) {
  double largest = 0;
  for (int64_t i = 0; i < literal.type().numElements(); ++i)
    for (double x : partsOf(literal, i))
      if (std::isfinite(x))
        largest = std::max(largest, std::abs(x));
  return largest;
}

// Returns true if the real and the imaginary part are near enough, or NaN in both literals.
bool isWithin(const Literal& actual, const Literal& expected, int64_t i, double slack) {
  const std::array<double, 2> is = partsOf(actual, i), should = partsOf(expected, i);
  for (size_t part = 0; part < 2; ++part)
    if (is[part] != should[part] && !(std::abs(is[part] - should[part]) <= slack) &&
        !(std::isnan(is[part]) && std::isnan(should[part])))
      return false;
  return true;
}

bool sameElement(const Literal& actual, const Literal& expected, int64_t i) {
  if (isSmall(expected.type().dtype))
    return eval::ulpDistance(actual, expected, i) == 0;
  size_t size = byteSize(expected.type().dtype);
  auto bits = [&](const Literal& l) { return l.data() + size_t(i) * size; };
  return std::memcmp(bits(actual), bits(expected), size) == 0 ||
         (std::isnan(actual.toDouble(i)) && std::isnan(expected.toDouble(i)));
}

std::string compareOutput(const Literal& actual, const Literal& expected, Bounds bounds) {
  if (actual == expected)
    return "";
  DType dtype = expected.type().dtype;
  bool rounds = isDifferentiable(dtype);
  uint64_t allowed = !rounds                    ? 0
                     : storageBits(dtype) <= 16 ? std::max<uint64_t>(1, bounds.ulps / 4)
                                                : bounds.ulps;
  double slack = rounds ? std::max(bounds.relative * magnitude(expected), bounds.absolute) : 0;
  for (int64_t i = 0; i < expected.type().numElements(); ++i) {
    uint64_t ulps = eval::ulpDistance(actual, expected, i);
    bool isNear = ulps <= allowed || isWithin(actual, expected, i, slack);
    if (bounds.sameBits ? sameElement(actual, expected, i) : isNear)
      continue;
    return absl::StrCat("element ", dimsStr(eval::unravel(i, expected.type().dims)), " of ",
                        expected.type().str(), " is ", eval::elementText(actual, i),
                        ", the reference says ", eval::elementText(expected, i), " (", ulps,
                        " ulps, ", allowed, " allowed)");
  }
  return "";
}

// Runs with 1, 2 and 5 threads. Fails if the bits of the outputs differ.
StatusOr<Outputs> runOnAllThreads(const exec::Executable& executable, const Arguments& args) {
  LZ_ASSIGN_OR_RETURN(Outputs one, runOn(executable, args, 1));
  for (int threads : {2, 5}) {
    if (threads > modeOptions().threads)
      break;
    LZ_ASSIGN_OR_RETURN(Outputs many, runOn(executable, args, threads));
    if (many != one)
      return internalError("other bits with ", threads, " threads than with one");
  }
  return one;
}

std::string disagreementOn(MachineClass cpu, const Program& program,
                           absl::Span<const Arguments> sets, absl::Span<const Outputs> expected,
                           Bounds bounds, compiler::Numerics numerics) {
  compiler::CompileOptions options = modeOptions();
  options.numerics = numerics;
  options.cpu = machineClassName(cpu);
  auto executable = compiler::makeCompiler()->compile(program, options);
  if (!executable.ok())
    return executable.status().ToString();
  for (size_t i = 0; i < sets.size(); ++i)
    if (std::string text =
            compareOutputs(runOnAllThreads(**executable, sets[i]), expected[i], bounds);
        !text.empty())
      return sets.size() == 1 ? text : absl::StrCat("arguments ", i, ": ", text);
  return "";
}

template <typename T> std::vector<T> specials() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>)
    return {false, true};
  else if constexpr (std::is_integral_v<T>)
    return {T(0), T(1), T(-1), Limits::min(), Limits::max(), T(2), T(7), T(-8)};
  else if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return {T(0.0f),          T(-0.0f),     T(1.0f),       T(-1.0f), T(0.5f),  T(-2.5f),
            T(std::nanf("")), T(HUGE_VALF), T(-HUGE_VALF), T(6e4f),  T(-6e4f), T(1e-7f)};
  else
    return {T(0),
            T(-0.0),
            T(1),
            T(-1),
            T(0.5),
            T(1.5),
            T(-2.5),
            Limits::quiet_NaN(),
            Limits::infinity(),
            -Limits::infinity(),
            Limits::max(),
            Limits::lowest(),
            Limits::min(),
            -Limits::min(),
            Limits::denorm_min(),
            T(88.5),
            T(-104),
            T(1e-9)};
}

// Replaces every `step`-th float, or real part, of all arguments by `special`.
Arguments withSpecial(const Arguments& ordinary, double special, int64_t step) {
  Arguments args;
  int64_t number = 0;
  for (const Literal& from : ordinary) {
    args.push_back(Literal::copyOf(from.type(), from.data()));
    DType dtype = from.type().dtype;
    if (!isDifferentiable(dtype) || isSubByte(dtype))
      continue;
    Literal value = Literal::splat({dtype, {}}, special);
    for (int64_t i = 0; i < from.type().numElements(); ++i)
      if (++number % step == 0)
        std::memcpy(args.back().mutableData() + size_t(i) * byteSize(dtype), value.data(),
                    byteSize(dtype));
  }
  return args;
}

} // namespace

std::string compareOutputs(const StatusOr<Outputs>& actual, const Outputs& expected,
                           Bounds bounds) {
  if (!actual.ok())
    return actual.status().ToString();
  for (size_t i = 0; i < expected.size(); ++i)
    if (std::string text = compareOutput((*actual)[i], expected[i], bounds); !text.empty())
      return absl::StrCat("output ", i, ": ", text);
  return "";
}

int64_t environmentNumber(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoll(text) : otherwise;
}

template <typename T> static std::vector<T> everyThird(const std::vector<T>& types, size_t turn) {
  constexpr size_t kStep = 3;
  const char* variable = std::getenv("LAZULI_TEST_TYPES");
  if (!variable || std::string_view(variable) != "few" || types.empty())
    return types;
  std::vector<T> some;
  for (size_t i = turn % std::min(kStep, types.size()); i < types.size(); i += kStep)
    some.push_back(types[i]);
  return some;
}

std::vector<std::string> sampledTypes(const std::vector<std::string>& types, size_t turn) {
  return everyThird(types, turn);
}

std::vector<DType> sampledTypes(const std::vector<DType>& types, size_t turn) {
  return everyThird(types, turn);
}

compiler::CompileOptions modeOptions() {
  const char* variable = std::getenv("LAZULI_TEST");
  std::string mode = variable ? variable : "";
  compiler::CompileOptions options;
  options.numerics = mode == "strict" ? compiler::Numerics::Strict : compiler::Numerics::Standard;
  options.threads = mode == "one-thread" ? 1 : 5;
  return options;
}

static compiler::Compiler& compiler() {
  static const std::unique_ptr<compiler::Compiler> compiler = compiler::makeCompiler();
  return *compiler;
}

StatusOr<std::vector<Literal>> runCompiled(const Program& program, const Arguments& args,
                                           const compiler::CompileOptions& options, int threads) {
  LZ_ASSIGN_OR_RETURN(auto executable, compiler().compile(program, options));
  return runOn(*executable, args, threads);
}

StatusOr<std::vector<Literal>> runWithAllThreads(const Program& program, const Arguments& args,
                                                 const compiler::CompileOptions& options) {
  LZ_ASSIGN_OR_RETURN(auto executable, compiler().compile(program, options));
  return runOnAllThreads(*executable, args);
}

StatusOr<std::vector<Literal>> runLoaded(const Program& program, const Arguments& args,
                                         const compiler::CompileOptions& options) {
  LZ_ASSIGN_OR_RETURN(auto executable, compiler().compile(program, options));
  LZ_ASSIGN_OR_RETURN(std::string file, compiler().save(*executable));
  LZ_ASSIGN_OR_RETURN(auto loaded, compiler().load(file, options));
  LZ_ASSIGN_OR_RETURN(std::string again, compiler().save(*loaded));
  if (again != file || loaded->print() != executable->print() ||
      loaded->memoryReport() != executable->memoryReport())
    return internalError("what is loaded is not what was saved:\n", loaded->print(), "instead of\n",
                         executable->print());
  return runOn(*loaded, args, 1);
}

std::string disagreement(const Program& program, absl::Span<const Arguments> sets, Bounds bounds,
                         compiler::Numerics numerics) {
  std::vector<Outputs> expected;
  for (const Arguments& args : sets) {
    StatusOr<Outputs> outputs = eval::evaluate(program, args);
    if (!outputs.ok())
      return absl::StrCat("reference: ", outputs.status().ToString());
    expected.push_back(*std::move(outputs));
  }
  for (MachineClass cpu : nextCpuClasses())
    if (std::string text = disagreementOn(cpu, program, sets, expected, bounds, numerics);
        !text.empty())
      return absl::StrCat(machineClassName(cpu), ": ", text);
  return "";
}

std::string disagreement(const Program& program, const Arguments& args, Bounds bounds,
                         compiler::Numerics numerics) {
  return disagreement(program, absl::MakeConstSpan(&args, 1), bounds, numerics);
}

// Sums of many equal powers of two are exact in any order.
std::vector<Arguments> withSpecials(const Arguments& ordinary) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr int64_t kAmong = 41, kAlone = 1;
  std::vector<Arguments> sets = {ordinary};
  for (double special :
       {0.0, -0.0, kNan, HUGE_VAL, -HUGE_VAL, 0x1p-133, -0x1p-1030, 0x1p40, -0x1p60})
    for (int64_t step : {kAmong, kAlone})
      sets.push_back(withSpecial(ordinary, special, step));
  return sets;
}

Literal specialLiteral(const TensorType& type, uint64_t seed) {
  std::mt19937_64 random(seed);
  Literal literal(type);
  if (isSmall(type.dtype)) {
    for (int64_t i = 0; i < type.numElements(); ++i)
      storeCode(type.dtype, literal.mutableData(), i, uint8_t(random()));
    return literal;
  }
  visitDType(partType(type.dtype), [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> special = specials<T>();
    // A sum of products of parts may overflow in one order of roundings and not in another.
    if constexpr (std::is_floating_point_v<T>)
      if (isComplex(type.dtype))
        std::erase_if(special, [](T x) { return std::isfinite(x) && !std::isfinite(4 * x * x); });
    for (int64_t i = 0; i < type.numElements() * numParts(type.dtype); ++i) {
      uint64_t bits = random();
      T value;
      if (bits % 4 == 0)
        value = special[(bits >> 8) % special.size()];
      else if constexpr (std::is_integral_v<T>)
        value = T(bits >> 8);
      else // magnitudes from 2^-8 to 2^7, both signs
        value = T(std::ldexp(float(int64_t(bits << 8) >> 40) * 0x1p-23f, int(bits >> 60) - 8));
      literal.mutableAs<T>()[i] = value;
    }
  });
  return literal;
}

} // namespace lz::test
