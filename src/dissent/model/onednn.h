// Keeps oneDNN, which does the CPU's convolutions and products of matrices for libtorch, from instructions
// that end the process on some machines.
#pragma once

namespace dissent {

// Debian's oneDNN 2.x was seen to die of an illegal instruction in bf16 on virtual machines whose processor
// announces AMX. With libtorch 1.13 this limits it to AVX-512, by oneDNN's own variable ONEDNN_MAX_CPU_ISA;
// where that is set already, it stays as it is. Done once a process, before oneDNN is first used: making a
// network calls it.
void keep_onednn_from_amx();

}  // namespace dissent
