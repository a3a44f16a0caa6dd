// A matrix that NumPy saved column by column (Fortran order), as it saves it row by row.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dissent {

// The bytes of the npy file in C order; nothing where it is in C order already, or no matrix.
std::optional<std::string> in_c_order(std::string_view bytes, const std::string& place);

}  // namespace dissent
