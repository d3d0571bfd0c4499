/* Shapes of an SVG picture, written one after the other. Coordinates are pixels from the top left
 * corner; colours are CSS. */
#ifndef EXAMPLES_SVG_H
#define EXAMPLES_SVG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Returns NULL if the file cannot be written. */
FILE* svg_begin(const char* path, int width, int height);
/* Returns 0 on success. */
int svg_end(FILE* f);

void svg_rectangle(FILE* f, double x, double y, double width, double height, const char* colour);
/* `anchor` says which part of the text is at (x, y): "start", "middle" or "end". `text` may contain
 * any characters. */
void svg_text(FILE* f, double x, double y, double size, const char* anchor, const char* colour,
              const char* text);
void svg_line(FILE* f, double x0, double y0, double x1, double y1, const char* colour);
void svg_polyline(FILE* f, const double* xs, const double* ys, size_t count, const char* colour);
/* Draws grey pixels in 16 shades; 0 is black. Each pixel is `scale` wide. */
void svg_image(FILE* f, double x, double y, double scale, const uint8_t* pixels, int width,
               int height);

#endif
