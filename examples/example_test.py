"""Runs an example and compares its output with what a document shows below `<!-- output of NAME -->`. The example is given
a folder that does not exist yet, in a temporary one, for what it writes.

Usage: example_test.py PROGRAM DOCUMENT
"""

import os
import re
import subprocess
import sys
import tempfile

program, document = sys.argv[1:3]
name = os.path.basename(program)
with tempfile.TemporaryDirectory() as folder:
    arguments = [os.path.join(folder, 'runs')]
    output = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
with open(document, encoding='utf-8') as file:
    shown = re.search(rf'<!-- output of {name} -->\n```\n(.*?)```', file.read(), re.S)
if not shown:
    sys.exit(f'{document} does not show the output of {name}')
if shown[1] != output:
    sys.exit(f'{document} shows\n{shown[1]}and {name} prints\n{output}')
