"""Runs an example and compares its output with what a document shows below `<!-- output of NAME -->`.

Usage: example_test.py PROGRAM DOCUMENT
"""

import os
import re
import subprocess
import sys

program, document = sys.argv[1:3]
name = os.path.basename(program)
output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
with open(document, encoding='utf-8') as file:
    shown = re.search(rf'<!-- output of {name} -->\n```\n(.*?)```', file.read(), re.S)
if not shown:
    sys.exit(f'{document} does not show the output of {name}')
if shown[1] != output:
    sys.exit(f'{document} shows\n{shown[1]}and {name} prints\n{output}')
