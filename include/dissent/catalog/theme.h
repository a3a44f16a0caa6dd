// What a number or a figure is about: where a report shows it.
#pragma once

namespace dissent {

enum class Theme { scores, uncertainty, training, geometry, outside };

}  // namespace dissent
