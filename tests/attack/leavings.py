"""What a command left in a folder: file by file as bytes, but for the times that differ by nature; and what it should
have cleared away."""

import contextlib
import csv
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path

TIMES = ("seconds", "epochs_timed", "images_per_second")  # of run.json, of a table's columns

# Names that nothing finished may have: files on their way, journals, states, locks, working folders.
UNFINISHED = re.compile(r"\.tmp|dissent-tmp|\.partial\b|\.part$|-journal$|-wal$|-shm$|^state\.|^lock$|^\.lock$|^clock-|^spec\.json$|~$")


def record(data):
    json_record = json.loads(data)
    for name in TIMES:
        json_record.get("execution", {}).pop(name, None)
    return json.dumps(json_record, sort_keys=True).encode()


def table(data):
    rows = list(csv.reader(io.StringIO(data.decode())))
    dropped = {index for index, name in enumerate(rows[0]) if name in TIMES}
    return "\n".join(repr([cell for index, cell in enumerate(row) if index not in dropped]) for row in rows).encode()


def database(path):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(runs)") if row[1] not in TIMES]
        chosen = ", ".join(f'"{column}"' for column in columns)
        return repr([columns, list(connection.execute(f"SELECT {chosen} FROM runs"))]).encode()


def packed(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return repr([(name, comparable(Path(name), archive.read(name))) for name in archive.namelist()]).encode()


def ledger(data):
    """Of each file of a data set its digest and size; when it was last changed is another time each time."""
    return re.sub(rb'"(changed|time|mtime)[a-z_]*": ?-?[0-9.e+]+', b'"changed": 0', data)


def comparable(path, data):
    if path.name == "run.json":
        return record(data)
    if path.name == "runs.csv":
        return table(data)
    if path.name == "runs.sqlite":
        return database(path)
    if path.name == ".ledger.json":
        return ledger(data)
    return packed(data) if path.suffix == ".zip" else data


def contents(folder):
    """Everything in a folder by its relative path; a folder is None."""
    folder = Path(folder)
    return {str(path.relative_to(folder)): None if path.is_dir() else comparable(path, path.read_bytes())
            for path in sorted(folder.rglob("*"))}


def half_written(folder, before, after):
    """Files under their final names that are neither as they were before nor as they will be."""
    for path in sorted(Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_dir() or name not in after or any(UNFINISHED.search(part) for part in Path(name).parts):
            continue
        try:
            data = comparable(path, path.read_bytes())
        except Exception as error:  # pylint: disable=broad-except
            data = repr(error).encode()
        if data not in (before.get(name), after[name]):
            yield name


def unfinished(folder):
    """What is not to be there when a command is done: see UNFINISHED, claims and failures."""
    folder = Path(folder)
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        if UNFINISHED.search(path.name) or (path.is_file() and ("claims" in inside[:-1] or "failed" in inside[:-1])):
            yield "/".join(inside)


def differences(wanted, found):
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            yield f"{name} is missing"
        elif name not in wanted:
            yield f"{name} is left over"
        elif wanted[name] != found[name]:
            yield f"{name} differs"
