"""What the benchmarks share: the small mode, in which ctest runs them, and how they leave where a peer is missing."""
import importlib.util
import sys

SKIPPED = 77  # the exit status of a benchmark that could not run


def skip(reason):
    """Ends the program with status 77; ctest says that the test was skipped."""
    print(f'{sys.argv[0]}: skipped: {reason}', file=sys.stderr)
    sys.exit(SKIPPED)


def need(*packages):
    """Skips where a Python package of the peer is missing."""
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        skip(f'the peer needs {" and ".join(missing)}')


def need_cuda(torch):
    if not torch.cuda.is_available():
        skip('no CUDA device')


def add_small(parser):
    parser.add_argument('--small', action='store_true',
                        help='in seconds: small sizes, one repeat; for the answers, the times say nothing')
