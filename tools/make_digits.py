#!/usr/bin/env python3
"""Write src/data/digits_pixels.c from scikit-learn's digits.csv.gz.

    tools/make_digits.py [digits.csv.gz] > src/data/digits_pixels.c

The file comes with Debian's python3-sklearn. It is the test part of the UCI set
"Optical Recognition of Handwritten Digits" (Alpaydin and Kaynak 1998, CC BY 4.0):
1797 lines of 64 whole numbers from 0 to 16, then the digit.
"""
import gzip
import hashlib
import sys

DEFAULT = "/usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz"
SHA256 = "46abec6b12486ad9e51943373abcf22bbea1b5a51a1619b361570d8893f1464a"

HEAD = """/* Handwritten digits, 1797 images of 8 x 8: written by tools/make_digits.py.
 *
 * A row is 64 pixels, 'a' for 0 to 'q' for 16, then the digit.
 *
 * E. Alpaydin and C. Kaynak, "Optical Recognition of Handwritten Digits", UCI
 * Machine Learning Repository, 1998, the test part; licence CC BY 4.0. */
#include "data/digits.h"

const char ad_digits_rows[AD_DIGITS][AD_DIGITS_SIZE + 1] = {"""


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else DEFAULT
    packed = open(path, "rb").read()
    if hashlib.sha256(packed).hexdigest() != SHA256:
        sys.exit(f"{path} is not the file that is expected")
    print(HEAD)
    for line in gzip.decompress(packed).decode().split():
        *pixels, label = (int(float(field)) for field in line.split(","))
        print('    "' + "".join(chr(ord("a") + p) for p in pixels) + f'{label}",')
    print("};")


main()
