"""What the benchmarks of texts share: running a command, and ChaosNLI's pairs in dissent's order."""
import json
import os
import subprocess
import sys
import time

FILES = ('chaosNLI_snli.jsonl', 'chaosNLI_mnli_m.jsonl')  # in the order in which dissent joins them


def call(words, environment=None):
    """Standard output, and the seconds that it took."""
    words = [str(word) for word in words]
    began = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    seconds = time.perf_counter() - began
    if done.returncode != 0:
        sys.exit(f'{" ".join(words)}:\n{done.stderr}')
    return done.stdout, seconds


def data_path(program, name, environment=None):
    return call([program, 'data', 'path', name], environment)[0].strip()


def records(program, environment):
    """As the authors' files have them."""
    store, found = data_path(program, 'chaosnli', environment), []
    for name in FILES:
        with open(os.path.join(store, name), encoding='utf-8') as file:
            found += [json.loads(line) for line in file if line.strip()]
    return found


def shares(chosen, classes):
    """The annotators' distribution of each record."""
    counts = [[record['label_counter'].get(name, 0) for name in classes] for record in chosen]
    return [[count / sum(row) for count in row] for row in counts]
