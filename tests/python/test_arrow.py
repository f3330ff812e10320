#!/usr/bin/env python3
"""Tables by the Arrow C stream interface and arrays by DLPack, from producers that are made here by hand."""
import ctypes
import unittest
import warnings

import numpy as np

import adrop
from adrop import _arrow, errors
from adrop._arrow import _Array, _Schema, _Stream

FORMATS = {"int8": b"c", "uint8": b"C", "int16": b"s", "int32": b"i", "int64": b"l", "uint64": b"L", "float16": b"e",
           "float32": b"f", "float64": b"g", "bool": b"b"}


class Column:
    """Buffers of values as Arrow lays them out, behind so many others (offset)."""

    def __init__(self, values, name="", missing=(), offset=0, dictionary=None, large=False, form=None):
        self.name, self.offset, self.dictionary = name, offset, dictionary
        values = np.asarray(values)
        self.n, self.missing = len(values), len(missing)
        there = np.ones(self.n + offset, bool)
        there[[offset + i for i in missing]] = False
        padded = np.concatenate([np.repeat(values[:1], offset), values])
        self.kept = [np.packbits(there, bitorder="little")]
        if values.dtype.kind in "US":
            said = [w.encode() for w in padded]
            self.format = b"U" if large else b"u"
            self.kept += [np.cumsum([0] + [len(w) for w in said]).astype("i8" if large else "i4"),
                          np.frombuffer(b"".join(said) + b" ", np.uint8)]
        else:
            self.format = FORMATS[values.dtype.name]
            self.kept.append(np.packbits(padded, bitorder="little") if self.format == b"b" else padded.copy())
        self.format = form or self.format


class Producer:
    """An object with __arrow_c_stream__; batches are lists of columns. Counts what was released."""

    def __init__(self, batches, is_table=True, fail=None):
        self.batches, self.is_table, self.fail = batches, is_table, fail
        self.kept, self.released, self.given, self.at = [], 0, 0, 0

    def _keep(self, thing):
        self.kept.append(thing)
        return thing

    def _released(self, pointer):
        self.released += 1
        pointer.contents.release = type(pointer.contents.release)()

    def _children(self, made, kind):
        array = self._keep((ctypes.POINTER(kind) * len(made))(*[ctypes.pointer(self._keep(m)) for m in made]))
        return ctypes.cast(array, ctypes.POINTER(ctypes.POINTER(kind)))

    def _schema(self, column):
        made = _Schema(format=column.format, name=self._keep(column.name.encode()))
        if column.dictionary is not None:
            made.dictionary = ctypes.pointer(self._keep(self._schema(column.dictionary)))
        return made

    def _array(self, column):
        buffers = self._keep((ctypes.c_void_p * len(column.kept))(*[b.ctypes.data for b in column.kept]))
        made = _Array(length=column.n, null_count=column.missing, offset=column.offset, n_buffers=len(buffers))
        made.buffers = ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
        if column.dictionary is not None:
            made.dictionary = ctypes.pointer(self._keep(self._array(column.dictionary)))
        return made

    def _give(self, to, made, kind):
        made.release = self._keep(dict(kind._fields_)["release"](self._released))
        ctypes.memmove(to, ctypes.byref(made), ctypes.sizeof(made))
        self.given += 1

    def get_schema(self, _stream, to):
        columns = [self._schema(column) for column in self.batches[0]]
        made = columns[0]
        if self.is_table:
            made = _Schema(format=b"+s", n_children=len(columns), children=self._children(columns, _Schema))
        self._give(to, made, _Schema)
        return 0

    def get_next(self, _stream, to):
        if self.fail:
            return 5
        if self.at == len(self.batches):
            ctypes.memset(to, 0, ctypes.sizeof(_Array))
            return 0
        batch = self.batches[self.at]
        self.at += 1
        columns = [self._array(column) for column in batch]
        made = columns[0]
        if self.is_table:
            none = self._keep((ctypes.c_void_p * 1)(None))
            made = _Array(length=batch[0].n, n_buffers=1, buffers=ctypes.cast(none, ctypes.POINTER(ctypes.c_void_p)),
                          n_children=len(columns), children=self._children(columns, _Array))
        self._give(to, made, _Array)
        return 0

    def __arrow_c_stream__(self, requested_schema=None):
        kinds = dict(_Stream._fields_)
        stream = self._keep(_Stream(*[self._keep(kinds[name](call)) for name, call in (
            ("get_schema", self.get_schema), ("get_next", self.get_next), ("get_last_error", lambda _s: self.fail),
            ("release", self._released))]))
        self.given += 1
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(stream), b"arrow_array_stream", None)


class Dlpack:
    """An array that is nothing but that."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **more):
        return self.array.__dlpack__(**more)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def read(*batches, **more):
    producer = Producer(list(batches), **more)
    made = _arrow.read(producer)
    return made, producer


class Reading(unittest.TestCase):
    def test_types(self):
        random = np.random.RandomState(0)
        for name in FORMATS:
            values = (random.rand(21) * 100).astype(name) if name != "bool" else random.rand(21) > 0.5
            for offset in (0, 3, 9):
                (made, producer) = read([Column(values, "a", offset=offset)])
                np.testing.assert_array_equal(made.arrays[0], values, err_msg=f"{name} {offset}")
                self.assertEqual(made.arrays[0].dtype, values.dtype)
                self.assertEqual((producer.released, producer.given), (3, 3))  # schema, array, stream

    def test_words_dictionaries_and_what_is_missing(self):
        words = np.array(["red", "", "grün", "red"])
        for large in (False, True):
            for offset in (0, 2):
                self.assertEqual(read([Column(words, "w", offset=offset, large=large)])[0].arrays[0].tolist(), words.tolist())
        coded = Column(np.array([2, 0, 1, 0], np.int8), "d", missing=[1], offset=1, dictionary=Column(words[:3]))
        self.assertEqual(read([coded])[0].arrays[0].tolist(), ["grün", None, "", "red"])
        whole = read([Column(np.arange(12), "i", missing=[0, 11], offset=5)])[0].arrays[0]
        self.assertEqual(np.flatnonzero(np.isnan(whole)).tolist(), [0, 11])
        self.assertEqual(whole[1:11].tolist(), list(range(1, 11)))

    def test_batches_and_columns(self):
        table, producer = read([Column(np.arange(3.0), "a"), Column(np.arange(3), "b")],
                               [Column(np.arange(3.0, 5), "a", offset=1), Column(np.arange(3, 5), "b")])
        self.assertEqual(table.columns, ["a", "b"])
        np.testing.assert_array_equal(np.asarray(table), np.stack([np.arange(5.0)] * 2, 1))
        self.assertEqual(producer.released, producer.given)
        column, _ = read([Column(np.arange(4), "")], [Column(np.arange(2), "")], is_table=False)
        self.assertEqual(column.tolist(), [0, 1, 2, 3, 0, 1])

    def test_what_cannot_be(self):
        for producer, kind, words in (
                (Producer([[Column(np.arange(3), "when", form=b"tdD")]]), errors.InvalidArgument,
                 "'when' has the Arrow type 'tdD'"),
                (Producer([[Column(np.arange(3), "a")]], fail=b"the disk is gone"), errors.FormatError, "the disk is gone"),
                (Producer([[Column(np.array([0, 7], np.int8), "d", dictionary=Column(np.array(["a"])))]]), errors.FormatError,
                 "not in its Arrow dictionary")):
            with self.assertRaisesRegex(kind, words), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that ctypes cannot free what a callback returns
                _arrow.read(producer)
            self.assertEqual(producer.released, producer.given)  # whatever happens


class Training(unittest.TestCase):
    def test_data_and_predictor(self):
        random = np.random.RandomState(0)
        x = random.randn(200, 3)
        y = np.where(x[:, 0] > 0, "up", "down")

        def table(rows, order=(0, 1, 2)):
            half = len(rows) // 2
            return Producer([[Column(part[:, i], "abc"[i]) for i in order] for part in (rows[:half], rows[half:])])

        def answers():
            return Producer([[Column(y, "way")]])

        with adrop.Data(table(x), answers(), seed=1) as data, adrop.Data(x, y, seed=1) as plain:
            self.assertEqual(data.column_names, ["a", "b", "c"])
            self.assertEqual(data.classes_.tolist(), ["down", "up"])
            np.testing.assert_array_equal(data.x("train"), plain.x("train"))
            run = adrop.train(data, model="mlp:8", epochs=2)
        predictor = run.predictor()
        np.testing.assert_array_equal(predictor.predict(table(x, (2, 0, 1))).mean, predictor.predict(x).mean)  # by name
        with self.assertRaisesRegex(errors.InvalidArgument, "without a class"):
            adrop.Data(x, Producer([[Column(y, "way", missing=[3])]]))
        with adrop.Data(Producer([[Column(x[:, 0], "a"), Column(y, "w")]]), y) as data:  # words become inputs
            self.assertEqual((data.info.columns, data.info.words, data.info.channels), (2, 1, 3))

    def test_dlpack(self):
        x, y = np.random.RandomState(0).randn(40, 3).astype(np.float32), np.arange(40) % 2
        with adrop.Data(Dlpack(x), Dlpack(y)) as data, adrop.Data(x, y) as plain:
            np.testing.assert_array_equal(data.x(), plain.x())
            np.testing.assert_array_equal(data.y(), plain.y())

        class Elsewhere(Dlpack):
            def __dlpack__(self, **more):
                raise BufferError("it is on another device")

        with self.assertRaisesRegex(errors.InvalidArgument, "x cannot be read by DLPack: it is on another device"):
            adrop.Data(Elsewhere(x), y)


if __name__ == "__main__":
    unittest.main()
