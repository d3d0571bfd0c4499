// The attributes of calls of library functions. Each function has a struct with a C++ field for
// each attribute. If the attributes of an op are plain data, its struct is generated from
// impl/spec/ops (CallAttrs.inc.h). The other structs are defined here.
//
// visitFields(self, visit) of a struct calls visit(CallField) for each field. The code that prints,
// writes and reads calls uses this list of fields:
//
//   forEachField(attrs, [](auto field) { ... field.name, field.value ... });
#pragma once

#include "linalg/spec/LapackTable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace lz::exec {

enum class LeftOut : uint8_t { Never, IfEmpty };

// T is int64_t, std::optional<int64_t>, std::string, or a vector of int64_t or of std::string.
template <typename T> struct CallField {
  std::string_view name;
  T& value;
  LeftOut leftOut = LeftOut::Never; // whether printed calls and files leave the field out

  bool isLeftOut() const {
    return leftOut == LeftOut::IfEmpty && value == std::remove_const_t<T>();
  }
};
template <typename T> CallField(std::string_view, T&) -> CallField<T>;
template <typename T> CallField(std::string_view, T&, LeftOut) -> CallField<T>;

} // namespace lz::exec

#include "exec/CallAttrs.inc.h"

namespace lz::exec {

// The attributes of a sort, which say how elements are ordered (exec/Sort.h). If there are no keys,
// the body of the op compares the elements.
struct SortCallAttrs {
  static constexpr std::string_view kFunction = "sort";

  int64_t dimension = 0;             // the dimension along which elements are sorted
  std::vector<int64_t> keys{};       // operands whose elements are compared, major key first
  std::vector<std::string> orders{}; // for each key: "value", "total" or "canonical"
  std::vector<int64_t> descending{}; // for each key: 0 or 1
  std::string equal{};               // if "reversed", equal elements are put in reverse order

  template <typename Self, typename Visit> static void visitFields(Self& self, Visit visit) {
    visit(CallField{"dimension", self.dimension});
    visit(CallField{"keys", self.keys, LeftOut::IfEmpty});
    visit(CallField{"orders", self.orders, LeftOut::IfEmpty});
    visit(CallField{"descending", self.descending, LeftOut::IfEmpty});
    visit(CallField{"equal", self.equal, LeftOut::IfEmpty});
  }
};

// A routine of LAPACK and its options (linalg/spec/LapackTable.h).
struct LapackCallAttrs {
  static constexpr std::string_view kFunction = "lapack";

  struct Option {
    std::string_view name;
    int64_t number = 0; // 0 if the option is not given
  };
  std::string routine{};         // for example "geqrf"
  std::vector<Option> options{}; // all options that the routine accepts

  // Returns the attributes of a call of `routine` that has no options.
  static LapackCallAttrs of(std::string routine);
  // Returns the `number` of the option with this name, or 0 if the routine has no such option.
  int64_t option(std::string_view name) const;

  // If Self is not const, `visit` must set the routine first, because the options depend on the
  // routine.
  template <typename Self, typename Visit> static void visitFields(Self& self, Visit visit) {
    visit(CallField{"routine", self.routine});
    if constexpr (!std::is_const_v<Self>)
      if (self.options.empty())
        self = of(std::move(self.routine));
    for (auto& option : self.options)
      visit(CallField{option.name, option.number, LeftOut::IfEmpty});
  }
};

// The attributes that an op passes to a function of the user (exec/HostCalls.h).
struct HostCallAttrs {
  static constexpr std::string_view kFunction = "@";

  std::string text{};

  template <typename Self, typename Visit> static void visitFields(Self& self, Visit visit) {
    visit(CallField{"attributes", self.text});
  }
};

struct NoCallAttrs {
  static constexpr std::string_view kFunction = "";

  template <typename Self, typename Visit> static void visitFields(Self&, Visit) {}
};

using CallAttrs = CallAttrsOf<NoCallAttrs, HostCallAttrs, LapackCallAttrs, SortCallAttrs>;

// Returns attributes with all fields empty, or NoCallAttrs if no function has this name.
CallAttrs emptyAttrs(std::string_view function);
bool isOf(std::string_view function, const CallAttrs& attrs);

template <typename Attrs, typename Visit> void forEachField(Attrs& attrs, Visit visit) {
  std::visit([&](auto& one) { std::remove_reference_t<decltype(one)>::visitFields(one, visit); },
             attrs);
}

// Returns a text such as {dimension = 1, orders = ["total"]}.
std::string print(const CallAttrs& attrs);

} // namespace lz::exec
