#include "GoldenShapes.h"

#include "absl/strings/str_cat.h"

#include <array>
#include <utility>

namespace lz::contraction {
namespace {

void setOperand(OperandSpec& operand, int64_t batch, int64_t rows, int64_t k, bool turned) {
  operand.batch = {{batch, rows * k}};
  operand.rows = {{rows, turned ? 1 : k}};
  operand.k = {{k, turned ? rows : 1}};
}

TiledContraction product(const Product& p, DType in, DType out) {
  TiledContraction spec;
  spec.compute = in == DType::F64 ? DType::F64 : DType::F32;
  spec.outType = out;
  spec.lhs.dtype = spec.rhs.dtype = in;
  spec.batch = p.batch, spec.m = p.m, spec.n = p.n, spec.k = p.k;
  setOperand(spec.lhs, p.batch, p.m, p.k, p.lhsTurned);
  setOperand(spec.rhs, p.batch, p.n, p.k, p.rhsTurned);
  spec.outBatch = {{p.batch, p.m * p.n}};
  spec.outM = {{p.m, p.outTurned ? 1 : p.n}}, spec.outN = {{p.n, p.outTurned ? p.m : 1}};
  return spec;
}

void addWindow(const Convolution& c, const WindowAxis& axis, int64_t extent, int64_t all,
               OperandSpec& operand) {
  operand.window = {axis, axis};
  operand.window[0].elementStride = extent * c.point(all);
  operand.window[1].elementStride = c.point(all);
}

TiledContraction forward(const Convolution& c, DType dtype) {
  int64_t channels = c.channels / c.groups, features = c.features / c.groups;
  int64_t taps = c.taps, out = c.out(), area = c.size * c.size;
  TiledContraction spec;
  spec.batch = c.groups, spec.m = c.images * out * out, spec.n = features;
  spec.k = channels * taps * taps;
  spec.outType = spec.lhs.dtype = spec.rhs.dtype = dtype;
  spec.lhs.batch = {{c.groups, channels * c.channel(c.size)}};
  spec.lhs.rows = {{c.images, area * c.channels}};
  spec.lhs.k = {{channels, c.channel(c.size)}};
  spec.lhs.plainKLast = c.channelsLast;
  addWindow(c, {out, taps, c.stride, 1, c.pad(), 1, c.size, 0}, c.size, c.channels, spec.lhs);
  // The filters are [tap, tap, channel, feature] or [feature, channel, tap, tap].
  int64_t all = c.features;
  if (c.channelsLast) {
    spec.rhs.batch = {{c.groups, features}}, spec.rhs.rows = {{features, 1}};
    spec.rhs.k = {{taps, taps * channels * all}, {taps, channels * all}, {channels, all}};
  } else {
    spec.rhs.batch = {{c.groups, features * spec.k}}, spec.rhs.rows = {{features, spec.k}};
    spec.rhs.k = {{channels, taps * taps}, {taps, taps}, {taps, 1}};
  }
  spec.outBatch = {{c.groups, features * c.channel(out)}};
  spec.outM = {{c.images, out * out * all}, {out, out * c.point(all)}, {out, c.point(all)}};
  spec.outN = {{features, c.channel(out)}};
  return spec;
}

// Multiplies the gradient of the output, with holes, by the filter. Channels are innermost.
TiledContraction inputGradient(const Convolution& c) {
  int64_t taps = c.taps, out = c.out(), channels = c.channels, features = c.features;
  TiledContraction spec;
  spec.m = c.images * c.size * c.size, spec.n = channels, spec.k = features * taps * taps;
  spec.lhs.dtype = spec.rhs.dtype = DType::F32;
  spec.lhs.rows = {{c.images, out * out * features}}, spec.lhs.k = {{features, 1}};
  spec.lhs.plainKLast = true;
  addWindow(c, {c.size, taps, 1, 1, taps - 1 - c.pad(), c.stride, out, 0}, out, features, spec.lhs);
  spec.rhs.rows = {{channels, features}};
  spec.rhs.k = {{taps, taps * channels * features}, {taps, channels * features}, {features, 1}};
  spec.outM = {{spec.m, channels}}, spec.outN = {{channels, 1}};
  return spec;
}

// Multiplies the image, shifted by each tap, by the gradient of the output. Channels are innermost.
TiledContraction filterGradient(const Convolution& c) {
  int64_t taps = c.taps, out = c.out(), channels = c.channels, features = c.features;
  TiledContraction spec;
  spec.m = taps * taps * channels, spec.n = features, spec.k = c.images * out * out;
  spec.lhs.dtype = spec.rhs.dtype = DType::F32;
  spec.lhs.rows = {{channels, 1}}, spec.lhs.k = {{c.images, c.size * c.size * channels}};
  spec.lhs.plainRowsLast = true;
  addWindow(c, {taps, out, 1, c.stride, c.pad(), 1, c.size, 0}, c.size, channels, spec.lhs);
  spec.rhs.rows = {{features, 1}}, spec.rhs.k = {{spec.k, features}};
  spec.outM = {{spec.m, features}}, spec.outN = {{features, 1}};
  return spec;
}

class Shapes {
public:
  std::vector<GoldenShape> take() { return std::move(shapes_); }

  void add(std::string name, TiledContraction spec, bool pairs = false) {
    shapes_.push_back({std::move(name), std::move(spec), pairs, false});
  }
  void addSliced(std::string name, TiledContraction spec) {
    shapes_.push_back({std::move(name), std::move(spec), false, true});
  }

  void addProduct(const Product& p, DType in = DType::F32, DType out = DType::F32,
                  bool pairs = false) {
    add(nameOf(p, in, out, pairs), product(p, in, out), pairs);
  }

  static std::string nameOf(const Product& p, DType in, DType out, bool pairs) {
    std::string types(dtypeName(in));
    if (in != out)
      absl::StrAppend(&types, " to ", std::string(dtypeName(out)));
    return absl::StrCat("product ", p.batch, " of ", p.m, " x ", p.n, " x ", p.k, " ", types,
                        p.lhsTurned ? ", lhs turned" : "", p.rhsTurned ? "" : ", rhs along k",
                        p.outTurned ? ", output turned" : "", pairs ? ", pairs" : "");
  }

  static std::string nameOf(const char* kind, const Convolution& c) {
    return absl::StrCat(kind, " ", c.images, " of ", c.size, " x ", c.size, " x ", c.channels,
                        " to ", c.features, ", ", c.taps, " x ", c.taps, " taps, stride ", c.stride,
                        ", groups ", c.groups, c.channelsLast ? "" : ", channels first");
  }

private:
  std::vector<GoldenShape> shapes_;
};

void addPlainProducts(Shapes& shapes) {
  for (int64_t n : {1, 2, 5, 8, 16, 17, 31, 32, 33, 64, 100, 128, 256, 512, 784, 1024, 2048, 4096})
    shapes.addProduct({1, n, n, n});
  for (auto [m, n, k] :
       {std::array<int64_t, 3>{64, 64, 64}, {32, 512, 784}, {1000, 300, 200}, {2048, 2048, 2048}})
    for (bool lhsTurned : {false, true})
      for (bool rhsTurned : {false, true})
        if (lhsTurned || !rhsTurned)
          shapes.addProduct({1, m, n, k, lhsTurned, rhsTurned});
  for (int64_t m : {1, 2, 4, 8, 9, 16, 17, 32})
    for (bool rhsTurned : {false, true})
      shapes.addProduct({1, m, 1000, 1024, false, rhsTurned});
  for (int64_t m : {4, 8})
    shapes.addProduct({1, m, 4096, 25088});
  for (int64_t n : {1, 3, 8, 9, 16, 32})
    for (bool rhsTurned : {false, true})
      shapes.addProduct({1, 4000, n, 300, false, rhsTurned});
  for (bool lhsTurned : {false, true})
    shapes.addProduct({1, 500, 96, 130, lhsTurned, true, true});
  shapes.addProduct({1, 3, 1000, 100000, false, false});
}

void addThinProducts(Shapes& shapes) {
  for (auto [m, n, k] : {std::array<int64_t, 3>{100000, 5, 5},
                         {100000, 8, 8},
                         {100000, 24, 32},
                         {100000, 32, 24},
                         {100000, 32, 32},
                         {5, 100000, 5},
                         {16, 100, 1},
                         {40, 40, 3}})
    for (bool outTurned : {false, true})
      shapes.addProduct({1, m, n, k, false, true, outTurned});
  shapes.addProduct({1, 100000, 16, 16}, DType::BF16, DType::BF16);
  shapes.addProduct({1, 100000, 17, 16}, DType::BF16, DType::BF16);
}

void addBatches(Shapes& shapes) {
  for (int64_t batch : {2, 8, 64, 512}) {
    shapes.addProduct({batch, 64, 64, 64});
    shapes.addProduct({batch, 128, 128, 64, false, false});
    shapes.addProduct({batch, 3, 3, 3});
    shapes.addProduct({batch, 8, 512, 64, false, false});
    shapes.addProduct({batch, 512, 512, 512});
  }
}

void addTypes(Shapes& shapes) {
  using P = Product;
  for (const P& p : {P{1, 64, 64, 64}, P{1, 1000, 1000, 1000}, P{1, 2048, 2048, 2048},
                     P{1, 4, 1000, 1000, false, false}, P{1, 4000, 4, 300}, P{12, 96, 96, 64}}) {
    shapes.addProduct(p, DType::F64, DType::F64);
    shapes.addProduct(p, DType::F16, DType::F16);
    shapes.addProduct(p, DType::BF16, DType::BF16);
    shapes.addProduct(p, DType::BF16, DType::F32);
    shapes.addProduct(p, DType::BF16, DType::BF16, true);
    shapes.addProduct(p, DType::BF16, DType::F32, true);
  }
  shapes.addProduct({1, 500, 500, 501, true, false}, DType::BF16, DType::BF16, true);
}

void addConvolutions(Shapes& shapes) {
  using C = Convolution;
  const C kLayers[] = {{1, 56, 64, 64, 3},   {8, 56, 64, 64, 3},         {8, 28, 128, 128, 3},
                       {8, 14, 256, 256, 3}, {8, 7, 512, 512, 3},        {8, 224, 3, 64, 7, 2},
                       {8, 56, 64, 256, 1},  {8, 56, 128, 128, 3, 2},    {32, 28, 1, 32, 5},
                       {64, 28, 1, 16, 3},   {8, 28, 128, 128, 3, 1, 4}, {8, 28, 96, 96, 3, 1, 32}};
  for (C c : kLayers)
    for (bool channelsLast : {true, false}) {
      c.channelsLast = channelsLast;
      shapes.add(Shapes::nameOf("convolution", c), forward(c, DType::F32));
    }
  for (const C& c : kLayers) {
    if (c.groups > 1)
      continue;
    shapes.add(Shapes::nameOf("input gradient", c), inputGradient(c));
    shapes.add(Shapes::nameOf("filter gradient", c), filterGradient(c));
  }
  C bf16 = kLayers[1];
  shapes.add(Shapes::nameOf("convolution of bf16", bf16), forward(bf16, DType::BF16));
  shapes.add(Shapes::nameOf("convolution in pairs", bf16), forward(bf16, DType::BF16), true);
}

void addEdges(Shapes& shapes) {
  shapes.addProduct({2, 3, 5, 0});
  shapes.addProduct({0, 5, 5, 4});
  shapes.addProduct({1, 0, 5, 4});
  shapes.addProduct({1, 5, 0, 4});
  shapes.addProduct({1, 0, 0, 0});
  shapes.addProduct({1, int64_t(1) << 20, 1024, 1024});
  shapes.addProduct({1, 1024, int64_t(1) << 20, 1024});
  shapes.addProduct({1, 1024, 1024, int64_t(1) << 20});
  shapes.addProduct({1, 32768, 32768, 32768});
  TiledContraction uneven = product({1, 100, 40, 300}, DType::F32, DType::F32);
  uneven.lhs.rows = {{50, 1000}, {2, 300}};
  shapes.add("rows that are not evenly apart", uneven);
  TiledContraction tiny = product({1, 100, 40, 300}, DType::F32, DType::F32);
  tiny.largeBlocks = false;
  shapes.add("tiny blocks", tiny);
}

void addByRows(Shapes& shapes) {
  for (bool keeps : {false, true})
    for (bool makes : {false, true}) {
      if (!keeps && !makes)
        continue;
      std::string what = absl::StrCat(keeps ? "output" : "", keeps && makes ? " and " : "",
                                      makes ? "operand" : "", " by rows: ");
      for (const Product& p : {Product{1, 2048, 512, 512}, Product{1, 100000, 8, 8}}) {
        TiledContraction spec = product(p, DType::F32, DType::F32);
        spec.outByRows = keeps, spec.ownByRows = makes;
        shapes.add(what + Shapes::nameOf(p, DType::F32, DType::F32, false), spec);
      }
    }
}

void addSlices(Shapes& shapes) {
  for (const Product& p : {Product{1, 784, 512, 4096, true, true}, Product{64, 128, 128, 64},
                           Product{3, 500, 500, 500}, Product{1, 64, 64, 64}})
    shapes.addSliced("slices of " + Shapes::nameOf(p, DType::F32, DType::F32, false),
                     product(p, DType::F32, DType::F32));
  for (int64_t images : {4, 32}) {
    Convolution c = {images, 28, 128, 128, 3};
    shapes.addSliced(Shapes::nameOf("slices of convolution", c), forward(c, DType::F32));
  }
}

} // namespace

GoldenShape shapeOf(const Product& p, DType in, DType out) {
  return {Shapes::nameOf(p, in, out, false), product(p, in, out)};
}

std::vector<GoldenShape> shapesOf(const Convolution& c) {
  return {{Shapes::nameOf("convolution", c), forward(c, DType::F32)},
          {Shapes::nameOf("input gradient", c), inputGradient(c)},
          {Shapes::nameOf("filter gradient", c), filterGradient(c)}};
}

std::vector<GoldenShape> goldenShapes() {
  Shapes shapes;
  addPlainProducts(shapes);
  addThinProducts(shapes);
  addBatches(shapes);
  addTypes(shapes);
  addConvolutions(shapes);
  addEdges(shapes);
  addByRows(shapes);
  addSlices(shapes);
  return shapes.take();
}

} // namespace lz::contraction
