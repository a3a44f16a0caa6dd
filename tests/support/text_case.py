"""What the tests of texts share: a folder of their own with an encoder and texts, and the program run in it."""
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from tiny_encoder import TinyEncoder, write_texts


class TextCase(unittest.TestCase):
    program = None  # to be set by the script
    items, layers = 120, 3

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.top = Path(cls.temporary.name)
        cls.environment = dict(os.environ, DISSENT_DATA=str(cls.top / "data"), DISSENT_THREADS="1")  # other tests run beside this one
        cls.encoder = TinyEncoder(1, layers=cls.layers).write(cls.top / "encoder")
        cls.texts = write_texts(cls.top, items=cls.items, classes="xyz")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_(self, *words, status=0):
        """Ends with that status; a refusal is one line."""
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True, env=self.environment, cwd=self.top, check=False)
        self.assertEqual(done.returncode, status, done.stderr[-1500:])
        if status == 2:
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done

    def kill_once_saved(self, output, *words):
        """Ends the command the hard way as soon as it has saved a state of the run in `output`."""
        state = self.top / f"{output}.partial" / "state.safetensors"
        process = subprocess.Popen([self.program, *map(str, words), "-o", self.top / output], env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while process.poll() is None and not state.exists():
            time.sleep(0.0005)
        process.kill()
        process.wait()
