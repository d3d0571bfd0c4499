// What a call is told beside its operands: a struct for each function, whose fields are read by
// their names in C++. Ops whose attributes say all have theirs from the entries of impl/spec/ops
// (CallAttrs.inc.h is generated); the others stand here.
//
// Each has a list of its fields, visitFields(self, visit), which calls visit(CallField) for one
// after the other. What prints a call, writes it to a file, reads it from one or takes it from an
// op goes through this list:
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

// T: int64_t, std::optional of it, std::string, or a vector of int64_t or std::string.
template <typename T> struct CallField {
  std::string_view name;
  T& value;
  LeftOut leftOut = LeftOut::Never; // of a printed call, and of a file

  bool isLeftOut() const {
    return leftOut == LeftOut::IfEmpty && value == std::remove_const_t<T>();
  }
};
template <typename T> CallField(std::string_view, T&) -> CallField<T>;
template <typename T> CallField(std::string_view, T&, LeftOut) -> CallField<T>;

} // namespace lz::exec

#include "exec/CallAttrs.inc.h"

namespace lz::exec {

// How exec/Sort.h orders. Without keys the body of the op compares.
struct SortCallAttrs {
  static constexpr std::string_view kFunction = "sort";

  int64_t dimension = 0;             // from 0 on
  std::vector<int64_t> keys{};       // operands whose elements are compared, those that count first
  std::vector<std::string> orders{}; // of each key "value", "total" or "canonical"
  std::vector<int64_t> descending{}; // of each key 0 or 1
  std::string equal{};               // "reversed": of equal elements the last comes first

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
    int64_t number = 0; // 0: it is not given
  };
  std::string routine{};         // "geqrf"
  std::vector<Option> options{}; // all that the routine has

  // The attributes of a routine whose options are not given.
  static LapackCallAttrs of(std::string routine);
  // 0 for an option that the routine does not have.
  int64_t option(std::string_view name) const;

  // Whoever fills the fields says which routine it is, before there are options to fill.
  template <typename Self, typename Visit> static void visitFields(Self& self, Visit visit) {
    visit(CallField{"routine", self.routine});
    if constexpr (!std::is_const_v<Self>)
      if (self.options.empty())
        self = of(std::move(self.routine));
    for (auto& option : self.options)
      visit(CallField{option.name, option.number, LeftOut::IfEmpty});
  }
};

// What an op says to a function that the user gives (exec/HostCalls.h).
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

// All fields are empty. NoCallAttrs of a name that no function has.
CallAttrs emptyAttrs(std::string_view function);
bool isOf(std::string_view function, const CallAttrs& attrs);

template <typename Attrs, typename Visit> void forEachField(Attrs& attrs, Visit visit) {
  std::visit([&](auto& one) { std::remove_reference_t<decltype(one)>::visitFields(one, visit); },
             attrs);
}

// {dimension = 1, orders = ["total"]}
std::string print(const CallAttrs& attrs);

} // namespace lz::exec
