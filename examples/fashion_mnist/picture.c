#include "fashion_mnist/picture.h"

#include "common/svg.h"

#include <math.h>
#include <stdlib.h>

static const char* const kNames[CLASSES] = {"T-shirt", "trousers", "pullover", "dress", "coat",
                                            "sandal",  "shirt",    "sneaker",  "bag",   "boot"};
static const char* const kColours[] = {"#1f5fa8", "#c4491d", "#2c8a4b"};

enum { WIDTH = 1000, HEIGHT = 860, POINTS = 200 };

/* Losses from 0.05 to 3.2 on a logarithmic axis, with the smallest at the bottom. */
static double height_of(double loss) {
  double share = log2(fmax(fmin(loss, 3.2), 0.05) / 0.05) / 6;
  return 340 - 280 * share;
}

static void draw_axes(FILE* f) {
  svg_text(f, 60, 36, 18, "start", "black", "Loss of the training batches");
  for (double loss = 0.05; loss < 4; loss *= 2) {
    char label[16];
    snprintf(label, sizeof label, "%.2g", loss);
    svg_line(f, 60, height_of(loss), 480, height_of(loss), "#ddd");
    svg_text(f, 54, height_of(loss) + 4, 11, "end", "#555", label);
  }
  svg_text(f, 60, 358, 11, "start", "#555", "first step");
  svg_text(f, 480, 358, 11, "end", "#555", "last step");
}

/* Draws at most POINTS points; each is the mean of its part of the steps. */
static void draw_curve(FILE* f, const history* h, const char* colour) {
  double xs[POINTS], ys[POINTS];
  size_t points = h->steps < POINTS ? h->steps : POINTS;
  for (size_t p = 0; p < points; ++p) {
    size_t begin = p * h->steps / points, end = (p + 1) * h->steps / points;
    double total = 0;
    for (size_t s = begin; s < end; ++s)
      total += (double)h->losses[s];
    xs[p] = 60 + 420.0 * (double)p / (points > 1 ? (double)(points - 1) : 1);
    ys[p] = height_of(total / (double)(end - begin));
  }
  svg_polyline(f, xs, ys, points, colour);
}

static void draw_confusion(FILE* f, const dataset* d, const history* h) {
  enum { CELL = 29, LEFT = 610, TOP = 80 };
  int table[CLASSES][CLASSES] = {{0}};
  for (size_t i = 0; i < d->test_labels.count; ++i)
    ++table[d->test_labels.bytes[i]][h->predictions[i]];
  svg_text(f, LEFT, 36, 18, "start", "black", "What the test images were taken for");
  for (int row = 0; row < CLASSES; ++row) {
    int total = 0;
    for (int column = 0; column < CLASSES; ++column)
      total += table[row][column];
    svg_text(f, LEFT - 6, TOP + CELL * row + 19, 11, "end", "#333", kNames[row]);
    svg_text(f, LEFT + CELL * row + CELL / 2.0, TOP - (row % 2 ? 20 : 6), 11, "middle", "#333",
             kNames[row]);
    for (int column = 0; column < CLASSES; ++column) {
      double share = total ? (double)table[row][column] / total : 0;
      int pale = (int)lround(255 - 215 * sqrt(share));
      char colour[32], label[16];
      const char* hue = row == column ? "rgb(%d,%d,255)" : "rgb(255,%d,%d)";
      snprintf(colour, sizeof colour, hue, pale, pale);
      snprintf(label, sizeof label, "%d", table[row][column]);
      double x = LEFT + CELL * column, y = TOP + CELL * row;
      svg_rectangle(f, x, y, CELL - 1, CELL - 1, colour);
      if (table[row][column] > 0)
        svg_text(f, x + CELL / 2.0, y + 18, 10, "middle", share > 0.5 ? "white" : "black", label);
    }
  }
}

static void draw_one(FILE* f, const dataset* d, const history* h, size_t image, int place) {
  double x = 60 + 112 * (place % 8), y = 430 + 138 * (place / 8);
  int truth = d->test_labels.bytes[image], found = h->predictions[image];
  char label[48];
  svg_image(f, x, y, 3.5, d->test_images.bytes + image * PIXELS, SIDE, SIDE);
  snprintf(label, sizeof label, found == truth ? "%s" : "%s, not %s", kNames[found], kNames[truth]);
  svg_text(f, x, y + 112, 10, "start", found == truth ? "#2c8a4b" : "#c4291d", label);
}

/* Draws two rows of images with right predictions, then one row with wrong ones. */
static void draw_examples(FILE* f, const dataset* d, const history* h) {
  svg_text(f, 60, 412, 18, "start", "black", "Test images: right, right, wrong");
  int right = 0, wrong = 16;
  for (size_t i = 0; i < d->test_labels.count; ++i) {
    int* place = h->predictions[i] == d->test_labels.bytes[i] ? &right : &wrong;
    int end = place == &right ? 16 : 24;
    if (*place < end)
      draw_one(f, d, h, i, (*place)++);
  }
}

int draw_picture(const char* path, const dataset* d, const curve* curves, size_t count) {
  FILE* f = svg_begin(path, WIDTH, HEIGHT);
  if (f == NULL)
    return -1;
  draw_axes(f);
  const history* last = NULL;
  for (size_t i = 0; i < count; ++i) {
    const history* h = curves[i].history;
    const char* colour = kColours[i % 3];
    char title[96];
    draw_curve(f, h, colour);
    snprintf(title, sizeof title, "%s, test accuracy %.2f %%", curves[i].title, 100 * h->accuracy);
    svg_text(f, 480, 60 + 18 * (double)i, 13, "end", colour, title);
    last = h->predictions ? h : last;
  }
  if (last != NULL) {
    draw_confusion(f, d, last);
    draw_examples(f, d, last);
  }
  return svg_end(f);
}
