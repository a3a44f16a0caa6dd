"""Runs an example and compares its output with what a document shows below `<!-- output of NAME -->`. An example without
arguments is given a folder that does not exist yet, in a temporary one, for what it writes; @FOLDER@ among its
arguments stands for such a one.

Usage: example_test.py PROGRAM DOCUMENT [ARGUMENT...]
"""

import os
import re
import subprocess
import sys
import tempfile

program, document, *arguments = sys.argv[1:]
name = os.path.basename(program)
with tempfile.TemporaryDirectory() as folder:
    new = os.path.join(folder, 'runs')
    arguments = [word.replace('@FOLDER@', new) for word in arguments] or [new]
    output = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
with open(document, encoding='utf-8') as file:
    shown = re.search(rf'<!-- output of {name} -->\n```\n(.*?)```', file.read(), re.S)
if not shown:
    sys.exit(f'{document} does not show the output of {name}')
if shown[1] != output:
    sys.exit(f'{document} shows\n{shown[1]}and {name} prints\n{output}')
