#!/usr/bin/env python3
"""The package: data, training, runs, models, predictions, studies; Ctrl-C, callbacks, threads, processes."""
import gc
import json
import logging
import math
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

import adrop
from adrop import errors

try:
    import pandas
except ImportError:
    pandas = None
ADROP = os.environ.get("ADROP")
SMALL = {"model": "mlp:16", "epochs": 2, "threads": 1}


def rows(n=300, seed=0):
    """Rows of two classes, nearly separable."""
    random = np.random.RandomState(seed)
    x = random.randn(n, 5)
    return x, np.where(x[:, 0] + x[:, 1] > 0, "yes", "no")


class Settings(unittest.TestCase):
    def test_signatures_come_from_the_option_tables(self):
        import inspect
        parameters = inspect.signature(adrop.train).parameters
        self.assertEqual(parameters["momentum"].default, 0.9)
        self.assertIn("val_fraction", parameters)
        self.assertIn("lr : float, default 0.0\n    learning rate", adrop.train.__doc__)
        self.assertIn("\n\nReturns\n-------\nRun\n", adrop.train.__doc__)
        self.assertIn("dropout", inspect.signature(adrop.compare).parameters)

    def test_bad_settings_are_one_sentence(self):
        for call, kind, words in (
                (lambda: adrop.train("digits", epoch=3), TypeError, "do you mean 'epochs'"),
                (lambda: adrop.train("digits", epochs=-1), errors.InvalidArgument, "[0, 1000000]"),
                (lambda: adrop.train("digits", lr=math.nan), errors.InvalidArgument, "lr"),
                (lambda: adrop.train("digits", dropout="advnced"), errors.NoSuchName, "did you mean 'advanced'"),
                (lambda: adrop.train("digits", out="x" * 300), errors.Error, ""),
                (lambda: adrop.train("digits", model="mlp:16\0"), errors.InvalidArgument, "zero byte"),
                (lambda: adrop.train("no-such-set"), errors.NoSuchName, "no-such-set"),
                (lambda: adrop.train("digits", callbacks=3), TypeError, "cannot be"),
                (lambda: adrop.Context(-1), errors.InvalidArgument, "4096"),
                (lambda: adrop.Run("/no/run"), errors.FormatError, "no run"),
                (lambda: adrop.Model.load(b"no model"), errors.FormatError, ""),
                (lambda: adrop.compare(3), TypeError, "by name or path"),
                (lambda: adrop.tune("digits", ["no-such-key=1,2"]), errors.NoSuchName, "no-such-key")):
            with self.assertRaises(kind) as raised:
                call()
            self.assertIn(words, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))


class Rows(unittest.TestCase):
    def test_arrays(self):
        x, y = rows()
        data = adrop.Data(x, y, val_fraction=0.25, column_names=list("abcde"))
        info = data.info
        self.assertEqual((info.task, info.rows, info.classes, len(data)), ("classification", 300, 2, 300))
        self.assertEqual(info.n_train + info.n_val + info.n_test, 300)
        self.assertEqual((data.class_names, data.column_names), (["no", "yes"], list("abcde")))
        self.assertEqual(data.classes_.tolist(), ["no", "yes"])
        train = data.rows("train")
        np.testing.assert_array_equal(data.classes_[data.y("train")], y[train])
        np.testing.assert_allclose(data.x("train").mean(0), 0, atol=1e-6)  # scaled by the training rows
        np.testing.assert_allclose(data.view(input_scale="none").x("test"), x[data.rows("test")].astype("f4"))
        self.assertIn("300", data.info._repr_html_())

    def test_values_and_parts(self):
        x, _ = rows(90)
        data = adrop.Data(x, np.stack([x[:, 0], x[:, 1] * 2], 1), parts=["train"] * 60 + ["val"] * 10 + ["test"] * 20,
                          target_names=["u", "v"])
        self.assertEqual((data.info.targets, data.info.n_train, data.info.n_val, data.info.n_test), (2, 60, 10, 20))
        np.testing.assert_allclose(data.y("test")[:, 1], 2 * x[70:, 1], rtol=1e-5)
        whole = adrop.Data(x, np.arange(90) % 3, task="regression")
        self.assertEqual(whole.info.task, "regression")

    def test_images(self):
        pixels = np.random.RandomState(0).randint(0, 256, (40, 3, 8, 8)).astype(np.uint8)
        data = adrop.Data(pixels, np.arange(40) % 4)
        self.assertTrue(data.info.is_image)
        np.testing.assert_allclose(data.x("test"), pixels[data.rows("test")] / np.float32(255), rtol=1e-6)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "table.csv")
            x, y = rows(50)
            path.write_text("a,b,word,kind\n" + "".join(f"{a},{b},w{i % 3},{k}\n" for i, ((a, b), k) in
                                                        enumerate(zip(x[:, :2], y))))
            data = adrop.Data.open(path, target="kind")
            self.assertEqual((data.info.rows, data.info.classes, data.info.channels), (50, 2, 5))
            self.assertEqual(data.info.format, "table")
            run = adrop.train(path, target="kind", **SMALL)
            self.assertEqual(run.settings["target"], "kind")

    def test_bad_arrays_are_one_sentence(self):
        x, y = rows(20)
        for call, kind, words in (
                (lambda: adrop.Data(x, y[:5]), errors.ShapeError, "20 rows and y 5"),
                (lambda: adrop.Data(x[0], y), errors.ShapeError, "1 dimensions"),
                (lambda: adrop.Data(x * np.nan, y), errors.InvalidArgument, "not finite"),
                (lambda: adrop.Data(x * 1e300, y), errors.InvalidArgument, "not finite"),
                (lambda: adrop.Data([["a"]], [1]), errors.InvalidArgument, "no"),
                (lambda: adrop.Data(x, y, parts=["tran"] * 20), errors.InvalidArgument, "no part 'tran'"),
                (lambda: adrop.Data(x, y, column_names=["a"]), errors.ShapeError, "1 names"),
                (lambda: adrop.Data(x, y, task="classes"), errors.InvalidArgument, "no task"),
                (lambda: adrop.Data(x[:0], y[:0]), errors.Error, ""),
                (lambda: adrop.Data(x + 1j, y), errors.InvalidArgument, "complex128")):
            with self.assertRaises(kind) as raised:
                call()
            self.assertIn(words, str(raised.exception))

    @unittest.skipUnless(pandas, "no pandas")
    def test_pandas(self):
        x, y = rows()
        frame = pandas.DataFrame(x, columns=list("abcde"))
        data = adrop.Data(frame, pandas.Series(y, name="answer"))
        self.assertEqual(data.column_names, list("abcde"))
        run = adrop.train(data, **SMALL)
        predictor = run.predictor()
        straight = predictor.predict(frame).mean
        np.testing.assert_array_equal(straight, predictor.predict(frame[list("edcba")]).mean)  # by name
        np.testing.assert_array_equal(straight, predictor.predict(x).mean)
        with self.assertRaisesRegex(errors.InvalidArgument, "no column 'c'"):
            predictor.predict(frame.drop(columns="c"))
        with self.assertRaisesRegex(errors.InvalidArgument, "column 'a' of x holds datetime"):
            adrop.Data(frame.assign(a=pandas.date_range("2024", periods=300)), y)
        self.assertEqual(list(predictor.predict(frame, 3).to_pandas().columns), ["class", "no", "yes", "no std", "yes std"])
        self.assertEqual(len(run.to_pandas()), 2)
        self.assertEqual(len(data.to_pandas("test")), data.info.n_test)
        self.assertEqual(run.result.to_pandas()["epochs"], 2)


class Training(unittest.TestCase):
    def test_run(self):
        with self.assertLogs("adrop", logging.INFO) as log:
            run = adrop.train("digits", **SMALL)
        self.assertEqual(sum("epoch" in line for line in log.output), 2)
        self.assertEqual((run.state, run.result.epochs, len(run.epochs)), ("done", 2, 2))
        self.assertGreater(run.result.test_acc, 20)
        self.assertEqual(run.epochs[1].test_acc, run.result.test_acc)
        self.assertAlmostEqual(run.evaluate("test").test_acc, run.result.test_acc, places=9)
        again = adrop.Run(run.path)
        self.assertEqual(again.result.test_acc, run.result.test_acc)
        for shown in (run._repr_html_(), str(run), repr(run), str(run.epochs)):
            self.assertIn("run" if shown == repr(run) else "2", shown)
        folder = run.path
        del run, again
        gc.collect()
        self.assertFalse(folder.exists())  # it was temporary

    @unittest.skipUnless(ADROP, "no program")
    def test_the_program_gives_the_same_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([ADROP, "train", "--data", "digits", "--model", "mlp:16", "--epochs", "2", "--seed", "7",
                            "--dropout", "gaussian", "--val-fraction", "0.1", "--threads", "1", "--out", folder + "/c"],
                           check=True, capture_output=True)
            run = adrop.train("digits", seed=7, dropout="gaussian", val_fraction=0.1, **SMALL)
            theirs = pathlib.Path(folder, "c", "model.safetensors").read_bytes()
            self.assertEqual((run.path / "model.safetensors").read_bytes(), theirs)
        data = adrop.Data.open("digits", seed=7, val_fraction=0.1)
        run = adrop.train(data, seed=7, dropout="gaussian", **SMALL)
        self.assertEqual((run.path / "model.safetensors").read_bytes(), theirs)

    def test_callbacks(self):
        seen = []
        run = adrop.train("digits", callbacks=[seen.append, lambda e: e.epoch == 2], **{**SMALL, "epochs": 9})
        self.assertEqual([e.epoch for e in seen], [1, 2])
        self.assertEqual((run.state, run.result.interrupted), ("interrupted", True))
        self.assertIs(threading.current_thread(), threading.main_thread())
        threads = []
        adrop.train("digits", callbacks=lambda e: threads.append(threading.current_thread()), **SMALL)
        self.assertEqual(set(threads), {threading.main_thread()})

        def fails(epoch):
            raise KeyError(epoch.epoch)

        with self.assertRaises(KeyError) as raised:
            adrop.train("digits", callbacks=fails, **{**SMALL, "epochs": 9})
        self.assertEqual(raised.exception.run.result.epochs, 1)
        adrop.train("digits", callbacks=lambda e: adrop.Context(1).isa, **SMALL)  # a context of its own

    def test_resume_gives_equal_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            whole = adrop.train("digits", out=folder + "/a", **{**SMALL, "epochs": 4})
            adrop.train("digits", out=folder + "/b", callbacks=lambda e: e.epoch == 2, **{**SMALL, "epochs": 4})
            with self.assertRaises(errors.ExistsError):
                adrop.train("digits", out=folder + "/b", **{**SMALL, "epochs": 4})
            rest = adrop.train("digits", out=folder + "/b", resume=True, **{**SMALL, "epochs": 4})
            self.assertTrue(rest.result.resumed)
            self.assertEqual((rest.path / "model.safetensors").read_bytes(), (whole.path / "model.safetensors").read_bytes())

    def stop(self, program, ready, *arguments):
        """Send SIGINT to a program that has said that it is ready: seconds until its end, and what it said."""
        child = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True)
        try:
            while (line := child.stdout.readline()) and ready not in line:
                pass
            time.sleep(0.05)
            begin = time.monotonic()
            child.send_signal(signal.SIGINT)
            said = child.communicate(timeout=60)[0]
            return time.monotonic() - begin, said
        finally:
            child.kill()
            child.wait()
            child.stdout.close()

    def test_control_c_keeps_what_was_learned(self):
        with tempfile.TemporaryDirectory() as folder:
            program = ("import sys, adrop, time\n"
                       "try:\n    adrop.train('digits', model='mlp:64', epochs=3000, threads=1, out=sys.argv[1],\n"
                       "                callbacks=lambda e: print('ready', flush=True) if e.epoch == 2 else None)\n"
                       "except KeyboardInterrupt as stop:\n    print('stopped', stop.run.state, stop.run.result.epochs >= 2)\n")
            seconds, said = self.stop(program, "ready", folder + "/a")
            self.assertEqual(said, "stopped interrupted True\n")
            self.assertLess(seconds, 5)  # of which most is a busy machine's: the promise is one
            done = len(adrop.Run(folder + "/a").epochs)
            settings = {"model": "mlp:64", "epochs": 3000, "threads": 1}
            for name, more in (("a", {"resume": True}), ("b", {})):
                adrop.train("digits", out=folder + "/" + name, **more, **settings, callbacks=lambda e: e.epoch == done + 2)
            pair = [pathlib.Path(folder, name, "checkpoint.safetensors").read_bytes() for name in "ab"]
            parameters = [adrop.Model.load(folder + f"/{name}/checkpoint.safetensors").tensors for name in "ab"]
            self.assertTrue(pair[0] and all((parameters[0][k] == parameters[1][k]).all() for k in parameters[0]))

    def test_control_c_where_c_has_threads_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            program = ("import sys, adrop, logging\n"
                       "class Say(logging.Handler):\n    def emit(self, record):\n        print('ready', flush=True)\n"
                       "logging.getLogger('adrop').addHandler(Say())\nlogging.getLogger('adrop').setLevel('INFO')\n"
                       "try:\n    adrop.tune('digits', ['lr=0.001..0.1:log'], trials=60, epochs=2, method='random',\n"
                       "               model='mlp:32', jobs=2, threads=2, out=sys.argv[1])\n"
                       "except KeyboardInterrupt as stop:\n    print('stopped', len(stop.study.trials), flush=True)\n")
            seconds, said = self.stop(program, "ready", folder + "/search")
            self.assertEqual(said.replace("ready\n", ""), "stopped 60\n")
            self.assertLess(seconds, 5)
            self.assertTrue(os.path.exists(folder + "/search/tune.json"))

    def test_trainer(self):
        x, y = rows()
        data = adrop.Data(x, y, val_fraction=0.2)
        trainer = adrop.Trainer(data, "mlp:16", epochs=8, lr=0.1, keep_best=True)
        history = trainer.run()
        self.assertEqual(len(history), 8)
        best = max(history, key=lambda e: e.val_acc)
        self.assertEqual(trainer.best_epoch, best.epoch)
        self.assertGreater(trainer.evaluate("test").acc, 60)
        kept = adrop.Predictor(trainer.best)
        val = data.rows("val")
        self.assertAlmostEqual(100 * (kept.predict(x[val]).classes == y[val]).mean(), best.val_acc, places=4)
        with tempfile.TemporaryDirectory() as folder:
            half = adrop.Trainer(data, "mlp:16", epochs=8, lr=0.1)
            half.run(callbacks=lambda e: e.epoch == 3)
            half.save(folder + "/checkpoint")
            rest = adrop.Trainer(data, "mlp:16", epochs=8, lr=0.1)
            rest.resume(folder + "/checkpoint")
            rest.run()
            self.assertTrue(rest.is_done)
            self.assertEqual(rest.to_bytes(), trainer.to_bytes())


class Models(unittest.TestCase):
    def setUp(self):
        self.x, self.y = rows()
        self.run_ = adrop.train(adrop.Data(self.x, self.y), **SMALL)

    def test_tensors_bytes_and_pickle(self):
        model = self.run_.model
        weight = model.tensors["fc1.weight"]
        self.assertEqual(weight.shape, (16, 5))
        model.tensors["fc1.weight"] = weight * 2
        np.testing.assert_array_equal(model.tensors["fc1.weight"], weight * 2)
        again = pickle.loads(pickle.dumps(model))
        self.assertEqual(again.to_bytes(), model.to_bytes())
        with self.assertRaisesRegex(errors.NoSuchName, "no tensor 'fc9"):
            model.tensors["fc9.weight"]
        with self.assertRaisesRegex(errors.ShapeError, "is \\(16, 5\\)"):
            model.tensors["fc1.weight"] = weight.T
        with self.assertRaises(errors.NumericError):
            model.tensors["fc1.weight"] = weight * np.nan
        self.assertEqual(model.info.n_dropouts, len(model.masks))
        self.assertIn("dense", str(model.layers))
        self.assertTrue(model.network.startswith("net:"))
        self.assertEqual(model.schema["classes"], ["no", "yes"])
        with tempfile.TemporaryDirectory() as folder:
            model.save(folder + "/m.safetensors")
            self.assertEqual(pathlib.Path(folder, "m.safetensors").read_bytes(), model.to_bytes())
        fresh = adrop.Model("mlp:8", "bernoulli:rate=0.2", channels=4, outputs=3, seed=5)
        self.assertEqual(fresh.tensors["fc2.weight"].shape, (3, 8))
        with self.assertRaisesRegex(errors.NoSuchName, "no tensor 'fc9"):
            fresh.tensors.view("fc9.weight")
        with self.assertRaises(errors.InvalidArgument):  # another layout
            adrop.Model("vgg16:width=0.0625", channels=3, height=32, width=32, outputs=2).tensors.view("features.0.weight")

    def test_predictions(self):
        predictor = self.run_.predictor()
        plain, noisy = predictor.predict(self.x), predictor.predict(self.x, 20)
        self.assertEqual(plain.std.max(), 0)
        self.assertGreater(noisy.std.max(), 0)
        np.testing.assert_allclose(noisy.mean.sum(1), 1, rtol=1e-6)
        np.testing.assert_array_equal(predictor.predict(self.x[5:50], 20, rows=range(5, 50)).mean, noisy.mean[5:50])
        for source in (self.run_.path, self.run_.model.to_bytes(), self.run_.model):
            np.testing.assert_array_equal(adrop.Predictor(source).predict(self.x, 20).mean, noisy.mean)
        many = np.tile(self.x, (60, 1))  # more than one block
        np.testing.assert_array_equal(predictor.predict(many, 2, rows=np.arange(len(many)) % 300).mean[:300],
                                      predictor.predict(self.x, 2).mean)
        said = predictor.sample(self.x, samples=20)
        np.testing.assert_array_equal(said.mean, noisy.mean)
        np.testing.assert_allclose(said.entropy, said.expected_entropy + said.mutual_information, atol=1e-12)
        self.assertEqual(len(predictor.predict(self.x[:0])), 0)
        self.assertEqual(set(plain.classes), {"no", "yes"})

    def test_draws_and_quantiles(self):
        """The passes of predict: their mean is its, to rounding."""
        predictor = self.run_.predictor()
        drawn, said = predictor.draw(self.x, samples=7), predictor.predict(self.x, 7)
        self.assertEqual(drawn.shape, (300, 7, 2))
        np.testing.assert_allclose(drawn.mean(1), said.mean, atol=1e-14)
        np.testing.assert_allclose(drawn.std(1, ddof=1), said.std, atol=1e-14)
        np.testing.assert_array_equal(predictor.draw(self.x[5:6], samples=7, rows=[5]), drawn[5:6])
        at = [0.5, 0, 0.9]
        np.testing.assert_allclose(predictor.quantiles(self.x, at, samples=7),
                                   np.quantile(drawn, at, axis=1).transpose(1, 0, 2), atol=1e-14)
        logits = predictor.draw(self.x, samples=7, logits=True)
        np.testing.assert_allclose(np.exp(logits) / np.exp(logits).sum(-1, keepdims=True), drawn, atol=1e-12)
        many = np.tile(self.x, (60, 1))  # more than one block
        np.testing.assert_array_equal(predictor.draw(many, samples=2, rows=np.arange(len(many)) % 300)[-300:],
                                      predictor.draw(self.x, samples=2))
        fixed = adrop.train(adrop.Data(self.x, self.y), **{**SMALL, "dropout": "masksembles:members=3", "epochs": 1}).predictor()
        self.assertEqual(fixed.draw(self.x, samples=50).shape, (300, 3, 2))
        self.assertEqual(predictor.draw(self.x[:0], samples=4).shape, (0, 4, 2))
        for at in ([], [1.5], "half", [np.nan]):
            with self.assertRaises(errors.InvalidArgument):
                predictor.quantiles(self.x, at)

    def test_what_others_use_is_freed_last(self):
        """Closed objects that C still reads: each in a process of its own, which a crash would end."""
        begin = ("import adrop, gc, numpy as np\nr = np.random.RandomState(0)\nx, y = r.randn(500, 4), r.randint(0, 3, 500)\n"
                 "m = adrop.Model('mlp:64', 'bernoulli', channels=4, outputs=3)\n")
        fill = "gc.collect(); junk = [np.ones((500, 64), np.float32) for _ in range(200)]\n"
        for program in (
                "p = adrop.Predictor(m); a = p.predict(x, 3).mean; m.close()\n" + fill +
                "assert (p.predict(x, 3).mean == a).all(); s = p.share(); p.close(); del p, m\n" + fill +
                "assert (s.predict(x, 3).mean == a).all()",
                "d = adrop.Data(x, y); t = adrop.Trainer(d, 'mlp:8', epochs=2); d.close(); del d\n" + fill + "t.run()",
                "d = adrop.Data(x, y, context=m.context); t = adrop.Trainer(d, m, epochs=2); m.close(); del m\n" + fill + "t.run()",
                "v = m.tensors.view('fc1.weight'); m.tensors['fc1.weight'] = np.full((64, 4), 2); m.close(); del m\n" + fill +
                "assert (v == 2).all() and not v.flags.writeable",
                "d = adrop.Data(x, y); v = d.view(seed=3); d.close(); del d\n" + fill + "assert len(v.x('train')) > 300"):
            done = subprocess.run([sys.executable, "-c", begin + program], text=True, capture_output=True, timeout=120, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), program)

    def test_bad_rows_are_one_sentence(self):
        predictor = self.run_.predictor()
        for call, kind, words in (
                (lambda: predictor.predict(self.x[:, :3]), errors.ShapeError, "reads rows of 5"),
                (lambda: predictor.predict(self.x[0]), errors.ShapeError, "reads rows of 5"),
                (lambda: predictor.predict(self.x * np.inf), errors.NumericError, "row"),
                (lambda: predictor.predict(self.x, -1), errors.InvalidArgument, "samples"),
                (lambda: predictor.predict(self.x, "many"), errors.InvalidArgument, "must be a whole number"),
                (lambda: predictor.predict(self.x, 2**40), errors.InvalidArgument, "from 0 to 4294967295"),
                (lambda: adrop.Predictor(3), errors.InvalidArgument, "3 is no path"),
                (lambda: adrop.Predictor("a\0b"), errors.InvalidArgument, "zero byte"),
                (lambda: adrop.Predictor(self.run_.path, context="mine"), errors.InvalidArgument, "adrop.Context"),
                (lambda: adrop.Context("two"), errors.InvalidArgument, "whole number"),
                (lambda: adrop.Trainer(self.x, "mlp:8"), errors.InvalidArgument, "adrop.Data"),
                (lambda: adrop.Uncertainty(3), errors.InvalidArgument, "is no run"),
                (lambda: predictor.predict(self.x, rows=[1]), errors.ShapeError, "300 whole numbers"),
                (lambda: predictor.predict(self.x, rows=-np.arange(300)), errors.InvalidArgument, "4294967295"),
                (lambda: predictor.predict([["a"] * 5]), errors.InvalidArgument, "")):
            with self.assertRaises(kind) as raised:
                call()
            self.assertIn(words, str(raised.exception))
        predictor.close()
        predictor.close()
        with self.assertRaisesRegex(errors.ClosedError, "this Predictor is closed"):
            predictor.predict(self.x)

    def test_threads(self):
        """One predictor in several threads, and shared ones: the same bits."""
        predictor = self.run_.predictor()
        expected = predictor.predict(self.x, 10).mean
        wrong = []

        def work(mine):
            for _ in range(10):
                if not (mine.predict(self.x, 10).mean == expected).all():
                    wrong.append(mine)

        for who in ([predictor] * 4, [predictor.share() for _ in range(4)]):
            threads = [threading.Thread(target=work, args=(p,)) for p in who]
            for t in threads:
                t.start()
            for t in threads:
                t.join(60)
        self.assertEqual(wrong, [])

    def test_calibration(self):
        run = adrop.train("digits", val_fraction=0.2, **SMALL)
        with self.assertRaisesRegex(errors.InvalidArgument, "calibrat"):
            adrop.Calibrated(run, 10)
        measured = adrop.Uncertainty(run, samples=10)
        self.assertAlmostEqual(measured.info.accuracy * 100, run.result.test_acc, delta=15)
        self.assertEqual(len(measured.rows), 360)
        data = adrop.Data.open("digits")
        pixels = (data.x("test") * 16).round().astype(np.uint8)
        calibrated = adrop.calibrate(run, samples=10)
        sets = calibrated.sets(pixels, 0.9)
        self.assertEqual(sets.shape, (360, 10))
        self.assertTrue((sets.sum(1) >= calibrated.sets(pixels, 0.5).sum(1)).all())
        self.assertGreater(sets[np.arange(360), data.y("test")].mean(), 0.75)

    def test_intervals(self):
        x, _ = rows()
        with tempfile.TemporaryDirectory() as folder:
            np.savetxt(folder + "/table.csv", np.column_stack([x, x[:, 0] + 0.1 * x[:, 1]]), delimiter=",")
            run = adrop.train(folder + "/table.csv", task="regression", val_fraction=0.2, **SMALL)
            low, high = adrop.calibrate(run, samples=10).intervals(x, 0.9)
        self.assertEqual((low.shape, (low < high).all()), ((300,), True))


class Studies(unittest.TestCase):
    def test_comparison(self):
        with tempfile.TemporaryDirectory() as folder:
            settings = {"dropout": ["none", "bernoulli:rate=0.1"], "runs": 2, "baseline": "none", "out": folder + "/c", **SMALL}
            made = adrop.compare("digits", **settings)
            table = made.rows()
            self.assertEqual([(r.dropout.split(":")[0], r.n, len(r.values)) for r in table], [("none", 2, 2), ("bernoulli", 2, 2)])
            self.assertAlmostEqual(table[0].mean, table[0].values.mean())
            self.assertTrue(made.findings)
            self.assertIn("<table", made._repr_html_())
            self.assertEqual(len(json.loads(made.to_json())["rows"]), 2)
            begin = time.monotonic()
            self.assertEqual(adrop.compare("digits", **settings).rows()[0].mean, table[0].mean)  # nothing is done again
            self.assertLess(time.monotonic() - begin, 20)
            page = adrop.report(made, title="A & B")
            self.assertIn("A &amp; B", page.html)
            self.assertIn("iframe", page._repr_html_())

    def test_search_and_pruning(self):
        found = adrop.tune("digits", ["lr=0.001,0.1"], runs=2, **SMALL)
        self.assertEqual((found.result.best_settings, found.best_settings), ("lr=0.1", {"lr": "0.1"}))
        self.assertEqual(len(found.result.final), 2)
        self.assertEqual({t.state for t in found.trials}, {"done", "stopped"} & {t.state for t in found.trials})
        self.assertIn("lr=0.1", found._repr_html_())
        pruned = adrop.prune("digits", rounds=2, **SMALL)
        self.assertEqual([r.units for r in pruned.rounds], [16, 14, 13])
        self.assertIn("<table", pruned._repr_html_())


class Documents(unittest.TestCase):
    def test_forms(self):
        document = adrop.Document("Title")
        document.fact("n", "rows", 3)
        document.fact("x", "share", 0.25, "%")
        document.fact("no", "nothing", None)
        document.table("t", "", [adrop.Column("a", "A", "l"), adrop.Column("b", "B")], [("u", 1.5), ("v", None)])
        document.sentence("It is <so>.")
        self.assertEqual(json.loads(document.write("json")), {"n": 3, "x": 0.25, "no": None,
                                                              "t": [{"a": "u", "b": 1.5}, {"a": "v", "b": None}]})
        for form in ("text", "csv", "markdown", "latex", "html"):
            self.assertIn("v", document.write(form))
        self.assertIn("&lt;so&gt;", document._repr_html_())
        with self.assertRaisesRegex(errors.InvalidArgument, "no form 'pdf'"):
            document.write("pdf")

    def test_lists_and_distributions(self):
        names = [t.name for t in adrop.techniques()]
        self.assertIn("advanced", names)
        self.assertEqual(len(names), len(set(names)))
        self.assertIn("mlp", [m.name for m in adrop.models()])
        self.assertIn("digits", [d.name for d in adrop.datasets()])
        dist = adrop.Dist(mu=1, sigma=2)
        self.assertAlmostEqual(dist.mean, 0.6477264385, places=9)
        self.assertAlmostEqual(float(dist.cdf(dist.quantile(0.3))), 0.3, places=8)
        self.assertAlmostEqual(dist.sample(200000).mean(), dist.mean, delta=5 * math.sqrt(dist.variance / 200000))
        self.assertEqual(dist.kl(dist), 0)
        self.assertIn("gaussian", adrop.dist.seeds())
        self.assertEqual(len(adrop.Dist("gaussian", "clamp").atoms), 2)


def train_here(queue):
    """What a child process does."""
    queue.put(adrop.train("digits", **{**SMALL, "threads": 2}).result.test_acc)


class Processes(unittest.TestCase):
    def test_children(self):
        expected = adrop.train("digits", **{**SMALL, "threads": 2}).result.test_acc
        for how in ("fork", "spawn"):
            context = multiprocessing.get_context(how)
            queue = context.Queue()
            child = context.Process(target=train_here, args=(queue,))
            child.start()
            self.assertEqual(queue.get(timeout=60), expected, how)
            child.join(60)
            self.assertEqual(child.exitcode, 0, how)

    def test_memory(self):
        """Many trainings take no memory that stays."""
        x, y = rows(60)

        def resident():
            gc.collect()
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        def fit(n):
            for _ in range(n):
                trainer = adrop.Trainer(adrop.Data(x, y), "mlp:8", epochs=1, context=adrop.Context(1))
                trainer.run()
                adrop.Predictor(trainer.to_bytes()).predict(x)

        fit(40)
        before = resident()
        fit(120)
        self.assertLess(resident() - before, 1 << 20)


if __name__ == "__main__":
    unittest.main()
