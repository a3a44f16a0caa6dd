"""A small strict reader of safetensors files, for tests where Python's own safetensors is not installed."""
import json
import math
import struct

import numpy

DTYPES = {'F64': '<f8', 'F32': '<f4', 'F16': '<f2', 'I64': '<i8', 'I32': '<i4', 'U8': '|u1', 'BOOL': '|b1'}


def once(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), f'a key stands twice: {sorted(keys)}'
    return dict(pairs)


def read(path, aligned=True):
    """(tensors by name as numpy arrays, metadata); a header may be of any length, though what we write is aligned."""
    with open(path, 'rb') as file:
        content = file.read()
    (length,) = struct.unpack('<Q', content[:8])
    assert length <= 100_000_000 and (length % 8 == 0 or not aligned) and 8 + length <= len(content), f'a header of {length} bytes'
    text, data = content[8 : 8 + length], content[8 + length :]
    assert text[:1] == b'{'
    header = json.loads(text.decode('utf-8'), object_pairs_hook=once)
    metadata = header.pop('__metadata__', {})
    assert all(isinstance(value, str) for value in metadata.values()), metadata
    tensors, end = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]['data_offsets']):
        assert set(entry) == {'dtype', 'shape', 'data_offsets'}, f'{name}: {entry}'
        dtype = numpy.dtype(DTYPES[entry['dtype']])
        begin, finish = entry['data_offsets']
        assert begin == end and finish - begin == math.prod(entry['shape']) * dtype.itemsize, f'{name}: {entry}'
        end = finish
        tensors[name] = numpy.frombuffer(data[begin:finish], dtype).reshape(entry['shape'])
    assert end == len(data), f'{len(data) - end} bytes after the last tensor'
    return tensors, metadata
