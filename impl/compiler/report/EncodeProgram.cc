#include "compiler/report/EncodeProgram.h"

#include "absl/strings/string_view.h"

#include <array>
#include <bit>
#include <set>
#include <type_traits>
#include <variant>

namespace lz::compiler {
namespace {

// Writes the length or the kind of each part before the part. So different programs have different
// bytes. The recursion is as deep as regions nest.
class Encoder {
public:
  using Sink = absl::FunctionRef<void(const void*, size_t)>;

  Encoder(const Program& program, Sink sink)
      : program_(program), sink_(sink), numbers_(program.types.size(), -1) {}

  void add(absl::string_view text) {
    add(text.size());
    addBytes(text.data(), text.size());
  }
  template <typename T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void add(T value) {
    const uint64_t number = uint64_t(value);
    std::array<uint8_t, 8> bytes;
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = uint8_t(number >> (8 * i));
    addBytes(bytes.data(), bytes.size());
  }

  void add(const TensorType& type) {
    add(type.dtype);
    addAll(type.dims);
  }

  void add(const Region& region) {
    define(region.params);
    add(region.ops.size());
    for (const Op& op : region.ops)
      add(op);
    use(region.results);
  }

private:
  void addBytes(const void* data, size_t size) { sink_(data, size); }
  template <typename List> void addAll(const List& list) {
    add(list.size());
    for (const auto& element : list)
      add(element);
  }

  void add(const Op& op) {
    const std::string_view name = opInfo(op.opcode).fullName;
    add(absl::string_view(name.data(), name.size()));
    use(op.operands);
    add(op.attrs.size());
    for (const AttrValue& attr : op.attrs) {
      add(attr.index());
      std::visit([this](const auto& value) { addAttr(value); }, attr);
    }
    addAll(op.regions);
    define(op.results);
  }

  void addAttr(std::monostate) {}
  void addAttr(int64_t value) { add(value); }
  void addAttr(double value) { add(std::bit_cast<uint64_t>(value)); }
  void addAttr(const Ints& value) { addAll(value); }
  void addAttr(const std::string& value) { add(absl::string_view(value)); }
  void addAttr(const Literal& value) {
    add(value.type());
    addBytes(value.data(), size_t(value.type().numBytes()));
  }

  template <typename Ids> void define(const Ids& values) {
    add(values.size());
    for (ValueId value : values) {
      numbers_[size_t(value)] = next_++;
      add(program_.type(value));
    }
  }
  template <typename Ids> void use(const Ids& values) {
    add(values.size());
    for (ValueId value : values)
      add(numbers_[size_t(value)]);
  }

  const Program& program_;
  const Sink sink_;
  std::vector<int64_t> numbers_; // for each value; -1: not defined yet
  int64_t next_ = 0;
};

} // namespace

void encode(const Program& program, const EncodeOptions& options, Encoder::Sink sink) {
  Encoder encoder(program, sink);
  encoder.add(absl::string_view("lazuli " LAZULI_VERSION));
  encoder.add(options.cpu);
  const Switches& s = options.switches;
  for (bool flag : {options.strict, s.fusion, s.vectors, s.tiles, s.pairs, s.epilogues, s.views,
                    s.sweeps, s.rescaling})
    encoder.add(flag);
  encoder.add(options.tensors.sizeThreshold);
  encoder.add(options.tensors.splitSize);
  encoder.add(options.budget);
  for (const std::string& pass :
       std::set<std::string>(s.disabledPasses.begin(), s.disabledPasses.end()))
    encoder.add(absl::string_view(pass));
  encoder.add(absl::string_view());
  for (size_t i = 0; i < program.body.params.size(); ++i)
    encoder.add(i < program.donated.size() && program.donated[i]);
  encoder.add(program.body);
}

} // namespace lz::compiler
