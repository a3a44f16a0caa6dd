#!/usr/bin/env python3
"""Draws a command's coloured terminal output as SVG, for the README: terminal_svg.py OUT.svg COMMAND WORD...

The command runs in a pseudo-terminal of 100 columns; --lines N as the first words keeps the first N lines.
"""
import fcntl
import html
import os
import pty
import re
import struct
import sys
import termios

COLOURS = {'31': '#c62828', '32': '#2e7d32', '33': '#b26a00', '34': '#1565c0'}
CELL_WIDTH, LINE_HEIGHT, MARGIN = 8.4, 18, 16


def capture(command):
    child, terminal = pty.fork()
    if child == 0:
        os.environ['TERM'] = 'xterm-256color'
        os.environ.pop('NO_COLOR', None)
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 60, 100, 0, 0))
    output = b''
    while True:
        try:
            block = os.read(terminal, 65536)
        except OSError:
            break
        if not block:
            break
        output += block
    os.waitpid(child, 0)
    return output.decode().replace('\r\n', '\n').rstrip('\n').split('\n')


def spans(line):
    """The line as tspans; positions are set by column, so that the picture does not depend on the font's widths."""
    out, style, column = [], '', 0
    for piece in re.split(r'(\x1b\[[0-9;]*m)', line):
        code = re.fullmatch(r'\x1b\[([0-9;]*)m', piece)
        if code:
            style = {'1': ' font-weight="bold"', '2': ' opacity="0.65"'}.get(
                code[1], f' fill="{COLOURS[code[1]]}"' if code[1] in COLOURS else '')
        elif piece:
            x = MARGIN + column * CELL_WIDTH
            length = len(piece) * CELL_WIDTH
            out.append(f'<tspan x="{x:.1f}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{style}>'
                       f'{html.escape(piece)}</tspan>')
            column += len(piece)
    return ''.join(out), column


def main():
    words = sys.argv[1:]
    keep = None
    if words[0] == '--lines':
        keep, words = int(words[1]), words[2:]
    lines = capture(words[1:])[:keep]
    rows, width = [], 0
    for number, line in enumerate(lines):
        text, columns = spans(line)
        width = max(width, columns)
        if text:
            rows.append(f'<text y="{MARGIN + 13 + number * LINE_HEIGHT}">{text}</text>')
    w, h = width * CELL_WIDTH + 2 * MARGIN, len(lines) * LINE_HEIGHT + 2 * MARGIN
    with open(words[0], 'w', encoding='utf-8') as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" '
                   f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#1b1f24" '
                   'xml:space="preserve">\n'
                   f'<rect width="100%" height="100%" rx="8" fill="#f6f8fa" stroke="#d0d7de"/>\n')
        file.write('\n'.join(rows) + '\n</svg>\n')


main()
