#include "common/svg.h"

FILE* svg_begin(const char* path, int width, int height) {
  FILE* f = fopen(path, "w");
  if (f == NULL)
    return NULL;
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n",
          width, height, width, height);
  svg_rectangle(f, 0, 0, width, height, "white");
  return f;
}

int svg_end(FILE* f) {
  fputs("</svg>\n", f);
  int failed = ferror(f);
  return fclose(f) != 0 || failed ? -1 : 0;
}

void svg_rectangle(FILE* f, double x, double y, double width, double height, const char* colour) {
  fprintf(f, "<rect x=\"%.6g\" y=\"%.6g\" width=\"%.6g\" height=\"%.6g\" fill=\"%s\"/>\n", x, y,
          width, height, colour);
}

void svg_text(FILE* f, double x, double y, double size, const char* anchor, const char* colour,
              const char* text) {
  fprintf(f, "<text x=\"%.6g\" y=\"%.6g\" font-size=\"%.6g\" text-anchor=\"%s\" fill=\"%s\">", x, y,
          size, anchor, colour);
  for (const char* c = text; *c; ++c) {
    if (*c == '<' || *c == '&')
      fputs(*c == '<' ? "&lt;" : "&amp;", f);
    else
      fputc(*c, f);
  }
  fputs("</text>\n", f);
}

void svg_line(FILE* f, double x0, double y0, double x1, double y1, const char* colour) {
  fprintf(f, "<line x1=\"%.6g\" y1=\"%.6g\" x2=\"%.6g\" y2=\"%.6g\" stroke=\"%s\"/>\n", x0, y0, x1,
          y1, colour);
}

void svg_polyline(FILE* f, const double* xs, const double* ys, size_t count, const char* colour) {
  fprintf(f, "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" points=\"", colour);
  for (size_t i = 0; i < count; ++i)
    fprintf(f, "%.1f,%.1f ", xs[i], ys[i]);
  fputs("\"/>\n", f);
}

/* Writes one path per shade of grey. A path consists of horizontal bars. For example,
 * "M3 4h5v1h-5z" is a bar that covers the pixels 3 to 7 of row 4. */
void svg_image(FILE* f, double x, double y, double scale, const uint8_t* pixels, int width,
               int height) {
  fprintf(f, "<g transform=\"translate(%.6g %.6g) scale(%.6g)\" shape-rendering=\"crispEdges\">\n",
          x, y, scale);
  for (int grey = 0; grey < 16; ++grey) {
    fprintf(f, "<path fill=\"#%x%x%x\" d=\"", grey, grey, grey);
    for (int row = 0; row < height; ++row)
      for (int column = 0, run; column < width; column += run) {
        const uint8_t* p = pixels + row * width + column;
        for (run = 1; column + run < width && p[run] >> 4 == *p >> 4; ++run)
          continue;
        if (*p >> 4 == grey)
          fprintf(f, "M%d %dh%dv1h-%dz", column, row, run, run);
      }
    fputs("\"/>\n", f);
  }
  fputs("</g>\n", f);
}
