"""Rows in memory are as good as files: words, sparse rows, texts, several classes, ids; studies and measures on open data."""
from __future__ import annotations

import pathlib
import tempfile
import unittest

import numpy as np

import adrop
from adrop import errors

try:
    import pandas
    import scipy.sparse
except ImportError as error:  # make peers installs them
    raise unittest.SkipTest(str(error)) from None

SMALL = {"model": "mlp:6", "epochs": 2, "progress": False}
N = 90


def frame(seed: int = 0) -> tuple["pandas.DataFrame", np.ndarray]:
    """Numbers, words, categories and gaps, and classes."""
    draw = np.random.RandomState(seed)
    x = pandas.DataFrame({"a": draw.randn(N).round(3), "colour": draw.choice(["red", "blue", "9 k", "\xfcber"], N),
                          "kind": pandas.Categorical(draw.choice(["x", "y"], N), categories=["y", "x", "never"])})
    x.loc[5, "colour"] = None
    x.loc[7, "a"] = np.nan
    return x, draw.choice(["no", "yes"], N)


class Case(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def table(self, x: "pandas.DataFrame", **columns: object) -> str:
        path = str(self.folder / "rows.csv")
        x.assign(**columns).to_csv(path, index=False)
        return path


class Frames(Case):
    def test_frame_is_its_file(self) -> None:
        """A frame with words, gaps, weights and groups has the bits of the file it is written to."""
        for seed in range(5):
            x, y = frame(seed)
            draw = np.random.RandomState(seed)
            weights, groups = draw.randint(1, 5, N) / 2, draw.choice(list("uvwxyz"), N)
            how = {"missing": "indicator", "seed": 3, "folds": 3, "fold": 2, "class_weights": "balanced"}
            path = self.table(x, w=weights, g=groups, y=y)
            with adrop.Data(x, y, weights=weights, groups=groups, ids=range(N), **how) as rows, \
                    adrop.Data.open(path, weight="w", group="g", **how) as file:
                self.assertEqual(rows.ids[:2], ["0", "1"])
                self.assertEqual(rows.column_names, ["a", "colour", "kind"])
                for part in ("train", "test"):
                    np.testing.assert_array_equal(rows.rows(part), file.rows(part))
                    np.testing.assert_array_equal(rows.x(part), file.x(part))
                    np.testing.assert_array_equal(rows.y(part), file.y(part))
                one, two = adrop.train(rows, **SMALL), adrop.train(file, **SMALL)
                with adrop.Predictor(one.path) as p, adrop.Predictor(two.path) as q:
                    turned = x[["kind", "a", "colour"]].iloc[::-1]
                    numbers = np.arange(N)[::-1]
                    np.testing.assert_array_equal(p.predict(x, 7).mean, q.predict(x, 7).mean)
                    np.testing.assert_array_equal(p.predict(x, 7).mean[::-1], q.predict(turned, 7, rows=numbers).mean)
                    np.testing.assert_array_equal(p.sample(x, samples=7).mean, q.predict(x, 7).mean)

    def test_words_of_prediction(self) -> None:
        """Words are found by name; one that is unknown is none of them, and a column of gaps is missing."""
        x, y = frame()
        with adrop.Data(x, y, missing="mean") as data:
            run = adrop.train(data, **SMALL)
        with adrop.Predictor(run.path) as p:
            none = x.head(3).assign(colour=None)
            other = x.head(3).assign(colour="green")
            np.testing.assert_array_equal(p.predict(none).mean, p.predict(other).mean)
            self.assertFalse((p.predict(x.head(3)).mean == p.predict(other).mean).all())
            with self.assertRaisesRegex(errors.InvalidArgument, "column 0 of the rows holds words"):
                p.predict(x.assign(a="one"))
        before = x.copy()
        adrop.Data(x, y, missing="mean").close()
        pandas.testing.assert_frame_equal(x, before)

    def test_columns_that_cannot_be(self) -> None:
        x, y = frame()
        for column in (pandas.date_range("2024", periods=N), [{}] * N, [1, "a"] * (N // 2)):
            with self.assertRaisesRegex(errors.InvalidArgument, "'when' of x holds"):
                adrop.Data(x.assign(when=column), y)
        with self.assertRaisesRegex(errors.InvalidArgument, "nan is not finite.*missing"):
            adrop.Data(x, y)
        with self.assertRaisesRegex(errors.ShapeError, "2 ids are given"):
            adrop.Data(x, y, ids=["a", "b"], missing="mean")


class Forms(Case):
    def test_sparse(self) -> None:
        """SciPy's matrices, canonical or not; predictions are those of the rows with their zeros."""
        draw = np.random.RandomState(1)
        dense = draw.randn(N, 12) * (draw.rand(N, 12) < 0.2)
        m = scipy.sparse.csr_matrix(dense)
        messy = scipy.sparse.coo_matrix((np.repeat(m.data / 2, 2), (np.repeat(m.tocoo().row, 2), np.repeat(m.tocoo().col, 2))),
                                        shape=m.shape)
        y = draw.choice(["a", "b"], N)
        with adrop.Data(m, y) as data, adrop.Data(messy, y) as same:
            self.assertTrue(data.info.is_sparse)
            np.testing.assert_array_equal(data.x(), same.x())
            np.testing.assert_array_equal(data.x(), dense[data.rows()].astype(np.float32))
            run = adrop.train(data, **SMALL)
        with adrop.Predictor(run.path) as p:
            np.testing.assert_array_equal(p.predict(m, 5).mean, p.predict(dense, 5).mean)
            with self.assertRaisesRegex(errors.ShapeError, "reads rows of 12"):
                p.predict(m[:, :5])
        with self.assertRaisesRegex(errors.InvalidArgument, "are sparse: input-scale is none"):
            adrop.Data(m, y, input_scale="standard")
        with self.assertRaisesRegex(errors.InvalidArgument, "not finite"):
            adrop.Data(m * np.nan, y)

    def test_texts_of_several_classes(self) -> None:
        """Texts in memory are those of a file of lines."""
        draw = np.random.RandomState(2)
        said = [" ".join(draw.choice(["the", "cat", "sat", "mat", "dog", "ran"], 6)) for _ in range(N)]
        classes = [["a"], ["b"], ["c"]] + [list(np.array(["a", "b", "c"])[draw.rand(3) < 0.4]) for _ in range(N - 3)]
        path = self.folder / "rows.txt"
        path.write_text("".join("".join(f"__label__{k} " for k in ks) + line + "\n" for ks, line in zip(classes, said)),
                        encoding="utf-8")
        with adrop.Data(said, classes, seed=4) as rows, \
                adrop.Data.open(path, format="fasttext", multi_label=True, seed=4) as file:
            self.assertTrue(rows.info.is_text and rows.info.is_multi_label)
            self.assertEqual(rows.class_names, ["a", "b", "c"])
            np.testing.assert_array_equal(rows.x(), file.x())
            one, two = adrop.train(rows, **SMALL), adrop.train(file, **SMALL)
            with adrop.Predictor(one.path) as p, adrop.Predictor(two.path) as q:
                np.testing.assert_array_equal(p.predict(said, 5).mean, q.predict(said, 5).mean)
                with self.assertRaisesRegex(errors.InvalidArgument, "zero byte"):
                    p.predict(["a\0b"])
        flags = np.array([[k in ks for k in "abc"] for ks in classes])
        with adrop.Data(said, flags, multi_label=True, class_names=list("abc"), seed=4) as other, \
                adrop.Data(said, classes, seed=4) as rows:
            np.testing.assert_array_equal(other.y(), rows.y())
        with self.assertRaisesRegex(errors.InvalidArgument, "has not several classes a row"):
            adrop.Data(said, np.arange(N), multi_label=True)
        numbers = np.zeros((N, 2), np.float32)
        with adrop.Data(numbers + np.arange(N)[:, None], ["x", "y"] * (N // 2)) as data:
            run = adrop.train(data, **SMALL)
        with adrop.Predictor(run.path) as p, self.assertRaisesRegex(errors.InvalidArgument, "are texts, and the model reads"):
            p.predict(said)


class Studies(Case):
    def setUp(self) -> None:
        super().setUp()
        self.x, self.y = frame()
        self.path = self.table(self.x, y=self.y)
        self.rows = adrop.Data(self.x, self.y, missing="mean", name="mine")
        self.addCleanup(self.rows.close)

    def test_compare(self) -> None:
        how = {"dropout": "none,bernoulli", "runs": 2, **SMALL}
        by_rows = adrop.compare(self.rows, out=str(self.folder / "rows"), **how)
        by_file = adrop.compare(self.path, missing="mean", **how)
        self.assertEqual([r.mean for r in by_rows.rows()], [r.mean for r in by_file.rows()])
        again = adrop.compare(self.rows, out=str(self.folder / "rows"), **how)
        self.assertEqual([r.mean for r in again.rows()], [r.mean for r in by_rows.rows()])
        with adrop.Data(self.x.assign(a=0.0), self.y, missing="mean", name="mine") as other, \
                self.assertRaisesRegex(errors.FormatError, "the rows of 'mine' are not those"):
            adrop.compare(other, out=str(self.folder / "rows"), **how)
        with self.assertRaisesRegex(TypeError, "not both"):
            adrop.compare([self.rows, self.path], **how)
        with self.assertRaisesRegex(TypeError, "no setting 'target'"):
            adrop.compare(self.rows, target="y", **how)

    def test_tune(self) -> None:
        how = {"vary": ["dropout=none,bernoulli", "lr=0.01,0.1"], "folds": 2, "runs": 1, "method": "grid", **SMALL}
        by_rows, by_file = adrop.tune(self.rows, **how), adrop.tune(self.path, missing="mean", **how)
        self.assertEqual([t.val for t in by_rows.trials], [t.val for t in by_file.trials])
        self.assertEqual(by_rows.result.final_mean, by_file.result.final_mean)

    def test_prune(self) -> None:
        how = {"criterion": "magnitude", "rounds": 1, **SMALL}
        by_rows, by_file = adrop.prune(self.rows, **how), adrop.prune(self.path, missing="mean", **how)
        self.assertEqual([r.test for r in by_rows.rounds], [r.test for r in by_file.rounds])

    def test_uncertainty(self) -> None:
        how = {"dropout": "bernoulli:rate=0.3", **SMALL}
        run, file = adrop.train(self.rows, **how), adrop.train(self.path, missing="mean", **how)
        by_rows, by_file = adrop.Uncertainty(run, samples=5, calibrate=0.5), adrop.Uncertainty(file, samples=5, calibrate=0.5)
        self.assertEqual((by_rows.info.nll, by_rows.info.temperature), (by_file.info.nll, by_file.info.temperature))
        with adrop.Data(*frame(9), missing="mean", name="other") as other:
            self.assertEqual(adrop.Uncertainty(file, data=self.rows, samples=5).info.n, 18)
            self.assertEqual(adrop.Uncertainty(run.path, data=self.rows, calibrate_on=other, samples=5).info.n_calibration, N)
            self.assertEqual(adrop.Uncertainty(run, ood=other, samples=5).info.n_ood, 18)
        with self.assertRaisesRegex(errors.Error, "trained on rows in memory"):
            adrop.Uncertainty(run.path, samples=5)


if __name__ == "__main__":
    unittest.main()
