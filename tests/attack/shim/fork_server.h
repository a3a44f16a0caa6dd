// A program that is loaded once and started often: libtorch takes half a second to load, and a fork nothing.
// The process stops before its main() and forks when it is asked to; each child then is the program, with the
// same command line, its own working folder and its own orders.
//
// ATTACK_SERVE=IN,OUT names two descriptors. A line on IN is a start: settings NAME=VALUE with tabs between
// them, which the child finds in its environment; CWD, STDOUT and STDERR are where it works and where its
// words go. The answers on OUT: a line with the child's number, and one with its status, as waitpid() gives
// it, when it ended.
#pragma once

namespace dissent::attack {

// Returns in each child; the server itself ends when IN does. Returns at once without ATTACK_SERVE.
void serve_forks();

}  // namespace dissent::attack
