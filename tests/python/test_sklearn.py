#!/usr/bin/env python3
"""The estimators: scikit-learn's own checks, and what they promise beyond them."""
import pathlib
import pickle
import tempfile
import unittest
import warnings

import joblib
import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import adrop
from adrop import errors
from adrop._partial import transformed
from adrop.sklearn import DropoutClassifier, DropoutRegressor

try:
    import pandas
except ImportError:
    pandas = None


def rows(n=300, seed=0):
    random = np.random.RandomState(seed)
    x = random.randn(n, 4)
    return x, np.where(x[:, 0] + 0.3 * random.randn(n) > 0, "up", "down"), x[:, 0] * 2 + x[:, 1] + 0.2 * random.randn(n)


SMALL = {"model": "mlp:16", "epochs": 30, "lr": 0.01, "random_state": 1}


class Checks(unittest.TestCase):
    def run_checks(self, estimator):
        """All of them; those that scikit-learn is told not to expect are named."""
        looked, unexpected = 0, 0
        for one, check in check_estimator(estimator, generate_only=True):
            name = check.func.__name__
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    check(one)
                except unittest.SkipTest as reason:
                    unexpected += "check_sample_weights_invariance" in str(reason)
                    self.assertRegex(str(reason), "check_sample_weights_invariance|pandas")
            looked += 1
        self.assertGreater(looked, 40)
        self.assertLessEqual(unexpected, 2)

    def test_classifier(self):
        self.run_checks(DropoutClassifier())

    def test_regressor(self):
        self.run_checks(DropoutRegressor())


class Classifier(unittest.TestCase):
    def test_words_are_classes(self):
        x, y, _ = rows()
        model = DropoutClassifier(**SMALL).fit(x[:200], y[:200])
        self.assertEqual(model.classes_.tolist(), ["down", "up"])
        self.assertGreater(model.score(x[200:], y[200:]), 0.8)
        self.assertEqual((model.n_iter_, model.n_features_in_, len(model.history_)), (30, 4, 30))
        p = model.predict_proba(x[200:], samples=20)
        np.testing.assert_allclose(p.sum(1), 1, rtol=1e-6)
        np.testing.assert_allclose(np.exp(model.predict_log_proba(x[:5])), model.predict_proba(x[:5]))
        self.assertGreater(model.predict_uncertainty(x[200:]).mutual_information.max(), 0)
        for one in (pickle.loads(pickle.dumps(model)), clone(model).fit(x[:200], y[:200])):
            np.testing.assert_array_equal(one.predict_proba(x), model.predict_proba(x))
        with tempfile.TemporaryDirectory() as folder:
            joblib.dump(model, folder + "/m")
            np.testing.assert_array_equal(joblib.load(folder + "/m").predict(x), model.predict(x))
            model.save(folder + "/m.safetensors")
            np.testing.assert_array_equal(adrop.Predictor(folder + "/m.safetensors").predict(x).classes, model.predict(x))

    def test_a_row_alone(self):
        """Has the bits that it has among others, with passes and without; a row's noise is that of its number."""
        x, y, _ = rows()
        for dropout in ("advanced", "bernoulli"):
            model = DropoutClassifier(**SMALL, dropout=dropout).fit(x, y)
            together = model.predict_proba(x)
            for i in range(0, 300, 37):
                np.testing.assert_array_equal(model.predict_proba(x[i: i + 1]), together[i: i + 1])
                np.testing.assert_array_equal(model.predict_proba(x[i: i + 2]), together[i: i + 2])
            np.testing.assert_array_equal(model.predict_proba(x[:1], samples=7), model.predict_proba(x, samples=7)[:1])
            np.testing.assert_array_equal(model.predict_uncertainty(x[:1], 7).entropy, model.predict_uncertainty(x, 7).entropy[:1])

    def test_weights_are_repeated_rows_in_the_loss(self):
        """A heavy class wins where the classes lie over each other."""
        random = np.random.RandomState(0)
        x, y = random.randn(400, 2), random.randint(0, 2, 400)
        p = [DropoutClassifier(**SMALL).fit(x, y, sample_weight=np.where(y == 1, w, 1)).predict_proba(x)[:, 1].mean()
             for w in (1, 3)]
        self.assertAlmostEqual(p[0], 0.5, delta=0.06)
        self.assertAlmostEqual(p[1], 0.75, delta=0.06)
        equal = DropoutClassifier(**SMALL).fit(x, y).predict_proba(x)
        np.testing.assert_array_equal(DropoutClassifier(**SMALL).fit(x, y, np.full(400, 7.0)).predict_proba(x), equal)
        with self.assertRaises(ValueError):
            DropoutClassifier(**SMALL).fit(x, y, sample_weight=-np.ones(400))

    def test_the_best_epoch_is_kept(self):
        x, y, _ = rows(400)
        model = DropoutClassifier(**{**SMALL, "epochs": 300}, validation_fraction=0.25, patience=15).fit(x, y)
        best = max(e.val_acc for e in model.history_)
        self.assertEqual(model.history_[model.best_iter_ - 1].val_acc, best)
        self.assertLessEqual(model.n_iter_, 299)
        with self.assertRaisesRegex(errors.InvalidArgument, "validation_fraction"):
            DropoutClassifier(patience=3).fit(x, y)

    def test_missing_values(self):
        x, y, _ = rows()
        x[::7, 1] = np.nan
        with self.assertRaises(ValueError):
            DropoutClassifier(**SMALL).fit(x, y)
        for missing in ("mean", "median", "indicator"):
            model = DropoutClassifier(**SMALL, missing=missing).fit(x, y)
            self.assertGreater(model.score(x, y), 0.8)

    def test_sets_keep_their_promise(self):
        x, y, _ = rows(1500)
        model = DropoutClassifier(**SMALL).fit(x[:300], y[:300])
        with self.assertRaisesRegex(errors.InvalidArgument, "not calibrated"):
            model.predict_set(x)
        with self.assertRaises(NotFittedError):
            DropoutClassifier().predict_set(x)
        with self.assertRaisesRegex(errors.InvalidArgument, "settings is 3"):
            DropoutClassifier(settings=3).fit(x[:300], y[:300])
        model.calibrate(x[300:900], y[300:900])
        for alpha in (0, 1, -0.5, float("nan"), "half", None):
            with self.assertRaisesRegex(errors.InvalidArgument, "alpha is"):
                model.predict_set(x, alpha=alpha)
        truth = np.searchsorted(model.classes_, y[900:])
        for kind in ("lac", "aps", "raps"):
            sets = model.predict_set(x[900:], alpha=0.05, kind=kind)
            # 600 rows: the share varies by 0.013 (5 standard errors of both parts: 0.063)
            self.assertGreater(sets[np.arange(600), truth].mean(), 0.95 - 0.063, kind)
        with self.assertRaisesRegex(ValueError, "has a class"):
            model.calibrate(x[:3], ["up", "down", "sideways"])
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict_set(x), model.predict_set(x))

    @unittest.skipUnless(pandas, "no pandas")
    def test_names_of_columns(self):
        x, y, _ = rows()
        frame = pandas.DataFrame(x, columns=list("abcd"))
        model = DropoutClassifier(**SMALL).fit(frame, y)
        self.assertEqual(model.feature_names_in_.tolist(), list("abcd"))
        with self.assertRaisesRegex(ValueError, "feature names"):
            model.predict(frame[list("dcba")])
        self.assertEqual(model.model_.schema["columns"], list("abcd"))


class Forms(unittest.TestCase):
    """Rows of data frames with words, and sparse ones."""

    @unittest.skipUnless(pandas, "no pandas")
    def test_columns_of_words(self):
        random, n = np.random.RandomState(0), 400
        frame = pandas.DataFrame({"c": random.choice(list("abc"), n), "x": random.randn(n),
                                  "k": pandas.Categorical(random.choice(["p", "q"], n))})
        y = np.where((frame.c == "a") ^ (frame.x > 0), "u", "v")
        before = frame.copy()
        model = DropoutClassifier(**{**SMALL, "epochs": 40}, dropout="none").fit(frame[:300], y[:300])
        self.assertGreater(model.score(frame[300:], y[300:]), 0.9)
        self.assertEqual((model.feature_names_in_.tolist(), model.n_features_in_), (["c", "x", "k"], 3))
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict_proba(frame), model.predict_proba(frame))
        np.testing.assert_array_equal(model.predict_proba(frame[5:6]), model.predict_proba(frame)[5:6])
        pandas.testing.assert_frame_equal(frame, before)
        unseen = frame[:3].assign(c=["zz", "a", "b"])
        self.assertTrue(np.isfinite(model.predict_proba(unseen)).all())
        gaps = frame.assign(c=frame.c.where(frame.index % 7 > 0), x=frame.x.where(frame.index % 5 > 0))
        self.assertGreater(DropoutClassifier(**SMALL, missing="mean").fit(gaps, y).score(gaps, y), 0.6)
        for call, words in ((lambda: model.predict(frame.to_numpy()), "give a data frame"),
                            (lambda: model.predict(np.zeros((2, 3))), "give a data frame"),
                            (lambda: model.predict(frame[["x", "c", "k"]]), "feature names"),
                            (lambda: model.predict(gaps), "missing"),
                            (lambda: model.partial_fit(frame, y), "columns of words are for fit")):
            with self.assertRaisesRegex(ValueError, words):
                call()

    def test_sparse_rows(self):
        """They give what dense rows of the same numbers give."""
        x = sparse.random(300, 40, 0.1, format="csr", random_state=0)
        values = x @ np.random.RandomState(0).randn(40)
        y = np.where(values > np.median(values), "more", "less")
        how = {**SMALL, "dropout": "none", "settings": {"input_scale": "none"}}
        model, dense = DropoutClassifier(**how).fit(x, y), DropoutClassifier(**how).fit(x.toarray(), y)
        np.testing.assert_allclose(model.predict_proba(x), dense.predict_proba(x.toarray()), atol=1e-3)
        np.testing.assert_array_equal(model.predict_proba(x[3:4]), model.predict_proba(x)[3:4])
        learned = DropoutRegressor(**SMALL).fit(x.tocoo(), values)
        self.assertGreater(learned.score(x.tocsc(), values), 0.8)
        self.assertEqual(learned.predict_uncertainty(x, 5).std.shape, (300, 1))
        broken = x.copy()
        broken.data[3] = np.inf
        for call in (lambda: model.predict(broken), lambda: model.predict(x[:, :5]), lambda: DropoutClassifier().fit(broken, y)):
            with self.assertRaises(ValueError):
                call()


class Regressor(unittest.TestCase):
    def test_values(self):
        x, _, y = rows(600)
        model = DropoutRegressor(**SMALL, samples=20).fit(x[:400], y[:400])
        self.assertGreater(model.score(x[400:], y[400:]), 0.7)
        mean, std = model.predict(x, return_std=True)
        self.assertEqual((mean.shape, std.shape, (std > 0).all()), ((600,), (600,), True))
        np.testing.assert_array_equal(model.predict(x), mean)
        two = DropoutRegressor(**SMALL).fit(x, np.stack([y, -y], 1))
        self.assertEqual(two.predict(x).shape, (600, 2))
        self.assertGreater(two.score(x, np.stack([y, -y], 1)), 0.7)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict(x), mean)

    def test_intervals_keep_their_promise(self):
        x, _, y = rows(1500)
        model = DropoutRegressor(**SMALL).fit(x[:300], y[:300]).calibrate(x[300:900], y[300:900])
        low, high = model.predict_interval(x[900:], alpha=0.1)
        inside = ((y[900:] >= low) & (y[900:] <= high)).mean()
        self.assertAlmostEqual(inside, 0.9, delta=5 * np.sqrt(0.9 * 0.1 * 2 / 600))


class Partial(unittest.TestCase):
    """Rows that come in parts."""

    def test_it_learns_as_fit_does(self):
        x, y, _ = rows(600)
        x[::9, 1] = np.nan
        for missing in ("indicator", "median"):
            model = DropoutClassifier(**{**SMALL, "batch": 50}, missing=missing)
            losses = []
            for k in range(40):
                part = slice(100 * (k % 5), 100 * (k % 5) + 100)
                losses.append(model.partial_fit(x[part], y[part], classes=["down", "up"]).history_[-1].train_loss)
            self.assertGreater(model.score(x[500:], y[500:]), 0.8)
            self.assertLess(np.mean(losses[-5:]), np.mean(losses[:5]))
            self.assertEqual((model.n_iter_, model._steps, len(model.history_)), (40, 80, 40))
        _, _, values = rows(600)
        fixed = np.nan_to_num(x)
        for optimizer, shape in (("adam", (600,)), ("sgd", (600, 1)), ("adam", (600, 2))):
            target = np.resize(values * 100 + 3, shape[::-1]).T
            model = DropoutRegressor(**SMALL, optimizer=optimizer, settings={"clip": 1.0, "dropout_lr": 0.001})
            for _ in range(60):
                model.partial_fit(fixed, target)
            self.assertGreater(model.score(fixed, target), 0.7)
            self.assertEqual(model.predict(fixed).shape, shape)

    def test_scaling_is_the_library_s(self):
        """What the first rows settled, to the bit."""
        x, y, _ = rows(200)
        x[::9, 1] = np.nan
        for missing, scale in (("indicator", "standard"), ("median", "row-norm"), ("mean", "none")):
            with adrop.Data(x, y, parts=["train"] * 200, missing=missing, input_scale=scale) as data:
                with adrop.Trainer(data, "mlp:2") as trainer:
                    schema = adrop.Model.load(trainer.to_bytes()).schema
                np.testing.assert_array_equal(transformed(schema["transforms"], x.astype(np.float32)), data.x("train"))

    def test_it_goes_on_from_what_there_is(self):
        x, y, _ = rows()
        model = DropoutClassifier(**SMALL).fit(x, y)
        before = model.predict_proba(x)
        model.partial_fit(x, y)
        self.assertEqual(model.n_iter_, 31)
        self.assertGreater(np.abs(model.predict_proba(x) - before).max(), 0)
        self.assertLess(np.abs(model.predict_proba(x) - before).mean(), 0.1)  # and does not begin anew
        again = DropoutClassifier(**SMALL).fit(x, y).partial_fit(x, y)
        np.testing.assert_array_equal(again.predict_proba(x), model.predict_proba(x))
        frozen = model.set_params(lr=0.0, weight_decay=0.0, settings={"dropout_lr": 0.0}).predict_proba(x)
        np.testing.assert_allclose(model.partial_fit(x, y).predict_proba(x), frozen, atol=0.05)  # running averages alone
        light, heavy = (DropoutClassifier(**{**SMALL, "dropout": "none"}) for _ in range(2))
        light.partial_fit(x, y, ["down", "up"], sample_weight=np.zeros(300))
        heavy.partial_fit(x, y, ["down", "up"], sample_weight=np.ones(300))
        np.testing.assert_array_equal(heavy.predict_proba(x), DropoutClassifier(**{**SMALL, "dropout": "none"}).partial_fit(
            x, y, ["down", "up"]).predict_proba(x))
        self.assertEqual(light.history_[0].train_loss, 0)

    def test_what_cannot_be(self):
        x, y, values = rows()
        begun, value = DropoutClassifier(**SMALL).partial_fit(x, y, ["down", "up"]), DropoutRegressor(**SMALL)
        said = begun.predict_proba(x)
        for call, words in (
                (lambda: DropoutClassifier().partial_fit(x, y), "classes must be given"),
                (lambda: DropoutClassifier().partial_fit(x, y, ["up"]), "1 class"),
                (lambda: DropoutClassifier().partial_fit(x, y, ["up", "sideways"]), "'down'"),
                (lambda: begun.partial_fit(x, y, ["a", "b"]), "those of the first call"),
                (lambda: begun.partial_fit(x, ["left"] * 300), "'left'"),
                (lambda: begun.partial_fit(x[:, :2], y), "features"),
                (lambda: begun.partial_fit(x, y, sample_weight=-np.ones(300)), "below 0"),
                (lambda: value.partial_fit(x, values).partial_fit(x, np.stack([values, values], 1)), "rows of shape"),
                (lambda: DropoutClassifier(validation_fraction=0.1).partial_fit(x, y, ["down", "up"]), "holds no rows out"),
                (lambda: DropoutClassifier(settings={"schedule": "cosine"}).partial_fit(x, y, ["down", "up"]), "'schedule'"),
                (lambda: DropoutClassifier("mlp:4", "advanced-cross").partial_fit(x, y, ["down", "up"]), "use fit")):
            with self.assertRaisesRegex(ValueError, words):
                call()
        np.testing.assert_array_equal(begun.predict_proba(x), said)


class Pickles(unittest.TestCase):
    """tests/python/pickles has what versions wrote: (estimator, rows, what it said of them)."""

    def test_older_ones_are_read(self):
        folder = pathlib.Path(__file__).resolve().parent / "pickles"
        read = 0
        for path in sorted(folder.glob("*.pickle")):
            model, x, said = pickle.loads(path.read_bytes())
            np.testing.assert_allclose(getattr(model, "predict_proba", model.predict)(x), said, rtol=1e-5)
            self.assertEqual(model.history_[0].epoch, 1)
            self.assertEqual(len(repr(model.history_)) > 50, True)
            model.partial_fit(x, model.predict(x))
            read += 1
        self.assertGreaterEqual(read, 2)

    def test_parameters_and_fields_that_it_does_not_have(self):
        x, y, _ = rows()
        state = DropoutClassifier(**{**SMALL, "epochs": 2}).fit(x, y).__getstate__()
        self.assertEqual(state["_adrop_pickle"], 1)
        del state["missing"], state["_drawn"], state["_steps"]
        for epoch in state["history_"]:
            del epoch["val_loss"]
            epoch["of_a_later_version"] = 1.0
        model = DropoutClassifier.__new__(DropoutClassifier)
        model.__setstate__(state)
        self.assertEqual((model.missing, model.n_iter_), ("refuse", 2))
        self.assertTrue(np.isnan(model.history_[1].val_loss))
        self.assertEqual(clone(model).get_params(), model.get_params())
        model.partial_fit(x, y)
        with self.assertRaisesRegex(errors.FormatError, "later version"):
            model.__setstate__({**state, "_adrop_pickle": 2})


class Together(unittest.TestCase):
    def test_pipeline_and_searches(self):
        x, y, _ = rows(200)
        pipe = make_pipeline(StandardScaler(), DropoutClassifier(**SMALL))
        self.assertGreater(cross_val_score(pipe, x, y, cv=3).mean(), 0.7)
        grid = {"dropout": ["none", "bernoulli:rate=0.2"]}
        expected = None
        for backend in ("loky", "threading", "multiprocessing"):
            with joblib.parallel_backend(backend, n_jobs=2):
                search = GridSearchCV(DropoutClassifier(**SMALL), grid, cv=3).fit(x, y)
            found = search.cv_results_["mean_test_score"].tolist()
            expected = expected or found
            self.assertEqual(found, expected, backend)

    def test_digits(self):
        x, y = load_digits(return_X_y=True)
        a, b, c, d = train_test_split(x, y, random_state=0)
        model = DropoutClassifier(epochs=40, random_state=1, dropout="bernoulli:rate=0.1").fit(a, c)
        self.assertGreater(model.score(b, d), 0.95)
        again = DropoutClassifier(epochs=40, random_state=1, dropout="bernoulli:rate=0.1").fit(a, c)
        self.assertEqual(again.model_.to_bytes(), model.model_.to_bytes())


if __name__ == "__main__":
    unittest.main()
