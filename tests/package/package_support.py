"""What the tests of packages share."""

import subprocess


def run(*words, **options):
    """What a command prints; one that fails is a failure of the test, with all that it said."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}:\n{done.stdout}{done.stderr}")
    return done.stdout
