// Runs a row as one primitive of oneDNN. PyTorch and JAX call oneDNN for their convolutions.
//
//   bench_onednn product M N K FOLDER
//   bench_onednn forward|input|filter BATCH SIDE CHANNELS FOLDER     a padded 3 x 3 convolution,
//   channels last
//
// FOLDER/argument<i>.bin are the arguments, as the row's functions take them. oneDNN may choose the
// layout of the filters; all other layouts are given by the caller. A call includes the time to
// reorder the filters.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dnnl.hpp>
#include <fstream>
#include <string>
#include <vector>

namespace {

using dnnl::memory;
using Tag = memory::format_tag;

const dnnl::engine& engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

memory::desc tensor(const memory::dims& dims, Tag tag) {
  return {dims, memory::data_type::f32, tag};
}

// An operand or the result, in the caller's layout and in that of the primitive.
struct Operand {
  int role; // DNNL_ARG_*
  memory given, wanted;

  Operand(int role, const memory::desc& given, const memory::desc& wanted)
      : role(role), given(given, engine()),
        wanted(given == wanted ? this->given : memory(wanted, engine())) {}
  bool isReordered() const { return given.get() != wanted.get(); }
};

// result = primitive(arguments)
struct Problem {
  dnnl::primitive primitive;
  std::vector<Operand> arguments; // in the order of the row's function
  Operand result;

  void run(dnnl::stream& stream) {
    std::unordered_map<int, memory> memories{{result.role, result.wanted}};
    for (Operand& a : arguments) {
      memories.emplace(a.role, a.wanted);
      if (a.isReordered())
        dnnl::reorder(a.given, a.wanted).execute(stream, a.given, a.wanted);
    }
    primitive.execute(stream, memories);
    if (result.isReordered())
      dnnl::reorder(result.wanted, result.given).execute(stream, result.wanted, result.given);
    stream.wait();
  }
};

Problem product(int64_t m, int64_t n, int64_t k) {
  memory::desc a = tensor({m, k}, Tag::ab), b = tensor({k, n}, Tag::ab),
               c = tensor({m, n}, Tag::ab);
  dnnl::matmul::primitive_desc chosen({a, b, c}, engine());
  return {
      dnnl::matmul(chosen), {{DNNL_ARG_SRC, a, a}, {DNNL_ARG_WEIGHTS, b, b}}, {DNNL_ARG_DST, c, c}};
}

Problem convolution(const std::string& kind, int64_t batch, int64_t side, int64_t channels) {
  const memory::dims ones = {1, 1};
  memory::desc image = tensor({batch, channels, side, side}, Tag::nhwc);
  memory::desc filter = tensor({channels, channels, 3, 3}, Tag::hwio);
  memory::desc any = tensor({channels, channels, 3, 3}, Tag::any);
  auto algorithm = dnnl::algorithm::convolution_direct;
  dnnl::convolution_forward::primitive_desc forward(
      {dnnl::prop_kind::forward_training, algorithm, image, any, image, ones, ones, ones},
      engine());
  if (kind == "forward")
    return {dnnl::convolution_forward(forward),
            {{DNNL_ARG_SRC, image, image}, {DNNL_ARG_WEIGHTS, filter, forward.weights_desc()}},
            {DNNL_ARG_DST, image, image}};
  if (kind == "input") {
    dnnl::convolution_backward_data::primitive_desc chosen(
        {algorithm, image, any, image, ones, ones, ones}, engine(), forward);
    return {dnnl::convolution_backward_data(chosen),
            {{DNNL_ARG_DIFF_DST, image, image}, {DNNL_ARG_WEIGHTS, filter, chosen.weights_desc()}},
            {DNNL_ARG_DIFF_SRC, image, image}};
  }
  dnnl::convolution_backward_weights::primitive_desc chosen(
      {algorithm, image, any, image, ones, ones, ones}, engine(), forward);
  return {dnnl::convolution_backward_weights(chosen),
          {{DNNL_ARG_DIFF_DST, image, image}, {DNNL_ARG_SRC, image, image}},
          {DNNL_ARG_DIFF_WEIGHTS, filter, chosen.diff_weights_desc()}};
}

void readArguments(Problem& problem, const std::string& folder) {
  for (size_t i = 0; i < problem.arguments.size(); ++i) {
    memory& target = problem.arguments[i].given;
    std::ifstream file(folder + "/argument" + std::to_string(i) + ".bin", std::ios::binary);
    if (!file.read(static_cast<char*>(target.get_data_handle()),
                   std::streamsize(target.get_desc().get_size())))
      throw std::runtime_error("argument " + std::to_string(i) + " of " + folder +
                               " is missing or short");
  }
}

void writeResult(const Problem& problem, const std::string& folder, const std::string& dims) {
  const memory& source = problem.result.given;
  std::ofstream(folder + "/onednn.result0.bin", std::ios::binary)
      .write(static_cast<const char*>(source.get_data_handle()),
             std::streamsize(source.get_desc().get_size()));
  std::ofstream(folder + "/onednn.results.json") << "[[\"float32\", [" << dims << "]]]";
}

// Serves harness/server.py: reads a number of calls and prints their seconds.
void serve(Problem& problem, dnnl::stream& stream) {
  std::puts("ready");
  std::fflush(stdout);
  for (char line[64]; std::fgets(line, sizeof line, stdin);) {
    auto start = std::chrono::steady_clock::now();
    for (long n = std::strtol(line, nullptr, 10); n > 0; --n)
      problem.run(stream);
    std::printf("%.9f\n",
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    std::fflush(stdout);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: bench_onednn product M N K FOLDER | forward|input|filter BATCH "
                         "SIDE CHANNELS FOLDER\n");
    return 2;
  }
  const std::string kind = argv[1], folder = argv[5];
  auto number = [&](int i) { return std::stoll(argv[i]); };
  auto list = [](std::initializer_list<int64_t> dims) {
    std::string text;
    for (int64_t d : dims)
      text += (text.empty() ? "" : ", ") + std::to_string(d);
    return text;
  };
  bool isProduct = kind == "product";
  Problem problem = isProduct ? product(number(2), number(3), number(4))
                              : convolution(kind, number(2), number(3), number(4));
  std::string dims = isProduct          ? list({number(2), number(3)})
                     : kind == "filter" ? list({3, 3, number(4), number(4)})
                                        : list({number(2), number(3), number(3), number(4)});
  readArguments(problem, folder);
  dnnl::stream stream(engine());
  problem.run(stream);
  writeResult(problem, folder, dims);
  serve(problem, stream);
}
