/* Pictures of a page: pixels as rectangles of an SVG (html.h). */
#include <math.h>
#include <string.h>

#include "figure/figure.h"
#include "report/html.h"

/* Pixels as rows of an SVG: a shade that repeats is one rectangle. */
void adrop_page_put_picture(adrop_page *p, size_t channels, size_t height, size_t width,
                            const float *pixels, const char *caption)
{
    const size_t area = height * width;
    ad_text *body = ad_page_body(p);
    float low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < channels * area; i++) {
        low = pixels[i] < low ? pixels[i] : low;
        high = pixels[i] > high ? pixels[i] : high;
    }
    ad_text_add(body,
                "<figure class=\"example\"><svg role=\"img\" viewBox=\"0 0 %zu %zu\" "
                "shape-rendering=\"crispEdges\" aria-label=\"",
                width, height);
    ad_figure_put_xml(body, caption);
    ad_text_add(body, "\">");
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0, to; x < width; x = to) {
            int colour[2][3];
            for (to = x; to < width; to++) {
                for (size_t c = 0; c < 3; c++) {
                    const float v = pixels[(channels == 3 ? c : 0) * area + y * width + to];
                    colour[to > x][c] = high > low ? (int)(255 * (v - low) / (high - low)) : 0;
                }
                if (to > x && memcmp(colour[0], colour[1], sizeof colour[0]))
                    break;
            }
            ad_text_add(body,
                        "<rect x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"1\" "
                        "fill=\"#%02x%02x%02x\"/>",
                        x, y, to - x, colour[0][0] & 255, colour[0][1] & 255, colour[0][2] & 255);
        }
    ad_text_add(body, "</svg><figcaption>");
    ad_figure_put_xml(body, caption);
    ad_text_add(body, "</figcaption></figure>\n");
}
