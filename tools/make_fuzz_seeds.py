#!/usr/bin/env python3
"""Write the small files that the fuzz targets of data readers start from.

    tools/make_fuzz_seeds.py fuzz/corpus

Some targets take several files in one input, with the line ==== between them
(fuzz/data_scene.h). The JPEG seeds are not made here: they are 8x8 images written
by libjpeg-turbo."""
import gzip
import io
import lzma
import struct
import sys
import tarfile
import zipfile
import zlib
from pathlib import Path

END = b"\n====\n"


def idx(dims, values):
    return struct.pack(">HBB", 0, 8, len(dims)) + struct.pack(f">{len(dims)}I", *dims) + values


def npy(descr, shape, values):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + values


def png(width, height, colour, depth, interlace=0):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = (width * samples * depth + 7) // 8
    pixels = b"".join(b"\0" + bytes((7 * y + x) % 256 for x in range(row)) for y in range(height))
    palette = chunk(b"PLTE", bytes(range(48))) if colour == 3 else b""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette
            + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))


def tar(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()[:4096]  # the zeros at the end are not needed


def zipped(members, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def seeds():
    images, labels = idx([3, 2, 2], bytes(range(12))), idx([3], bytes([0, 1, 2]))
    yield "fuzz_idx/pair", images + END + labels
    yield "fuzz_idx/huge", idx([2**32 - 1, 65536, 65536], b"x") + END + labels
    record = bytes([3]) + bytes(i % 256 for i in range(3072))
    yield "fuzz_cifar/one", record + END + b"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"
    x = npy("<f4", "(3, 2)", struct.pack("<6f", *range(6)))
    y = npy("<i8", "(3,)", struct.pack("<3q", 0, 1, 2))
    yield "fuzz_npy/table", x + END + y
    yield "fuzz_npy/maps", npy("|u1", "(2, 1, 2, 2)", bytes(8)) + END + npy("<f8", "(2, 1)", bytes(16))
    yield "fuzz_npy/objects", npy("|O", "(3, 2)", b"cos\nsystem\n") + END + y
    yield ("fuzz_imagenet32/batch",
           npy("|u1", "(2, 12)", bytes(24)) + END + npy("<i8", "(2,)", struct.pack("<2q", 1, 1000)))
    yield ("fuzz_uci/set",
           b"1 2 3\n4 5 6\n7 8 9\n" + END + b"0\n2\n" + END + b"1\n" + END + b"0\n2\n" + END + b"1\n")
    yield "fuzz_table/header", b"a,b,c\n1,2,x\n3,4,y\n"
    yield "fuzz_table/blanks", b"# numbers\n 1 2.5\t-3e2\n4 5 6\n\n7 8 9\n"
    yield "fuzz_table/quotes", b'"a ""b""";c\r\n"1";2\r\n3;"4"\r\n'
    for name, colour, depth in [("grey", 0, 8), ("bits", 0, 1), ("colour", 2, 8), ("palette", 3, 4),
                                ("grey-alpha", 4, 8), ("alpha", 6, 16)]:
        yield f"fuzz_images/{name}.png", png(5, 4, colour, depth)
    yield "fuzz_images/laced.png", png(1, 1, 2, 8, 1)
    members = [("top/a/1.png", png(5, 4, 2, 8)), ("top/b/2.png", png(5, 4, 0, 8))]
    yield "fuzz_archive/images.tar", tar(members)
    yield "fuzz_archive/images.tar.gz", gzip.compress(tar(members), mtime=0)
    yield "fuzz_archive/images.zip", zipped(members, zipfile.ZIP_DEFLATED)
    yield "fuzz_archive/arrays.npz", zipped([("x.npy", x), ("y.npy", y)], zipfile.ZIP_STORED)
    yield "fuzz_archive/table.csv.xz", lzma.compress(b"a,b\n1,x\n2,y\n")
    yield "fuzz_archive/climbs.tar", tar([("../up", b"x")])
    yield "fuzz_archive/table.csv", b"a,b\n1,x\n2,y\n"


def main():
    folder = Path(sys.argv[1])
    for name, data in seeds():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


main()
