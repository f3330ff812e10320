#!/usr/bin/env python3
"""Write src/data/digits.bin from scikit-learn's digits.csv.gz.

    tools/make_digits.py [digits.csv.gz] > src/data/digits.bin

The file comes with Debian's python3-sklearn. It is the test part of the UCI set
"Optical Recognition of Handwritten Digits" (Alpaydin and Kaynak 1998, CC BY 4.0):
1797 lines of 64 whole numbers from 0 to 16, then the digit. Each line becomes 65 bytes.
"""
import gzip
import hashlib
import sys

DEFAULT = "/usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz"
SHA256 = "46abec6b12486ad9e51943373abcf22bbea1b5a51a1619b361570d8893f1464a"


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else DEFAULT
    packed = open(path, "rb").read()
    if hashlib.sha256(packed).hexdigest() != SHA256:
        sys.exit(f"{path} is not the file that is expected")
    for line in gzip.decompress(packed).decode().split():
        sys.stdout.buffer.write(bytes(int(float(field)) for field in line.split(",")))


main()
