# What users link with: dissent::NAME, one a component, made of the room that has its operations and of all that this
# room uses. With DISSENT_SHARED there is dissent::NAME_shared, too; a program links with the one kind or with the other.
set(DISSENT_COMPONENTS "")
function(dissent_component name room)
  if(NOT TARGET dissent_${room})
    return()
  endif()
  foreach(kind "" _shared)
    if(NOT TARGET dissent_${room}${kind})
      continue()
    endif()
    set(target dissent_component_${name}${kind})
    add_library(${target} INTERFACE)
    add_library(dissent::${name}${kind} ALIAS ${target})
    target_link_libraries(${target} INTERFACE dissent_${room}${kind})
    target_compile_features(${target} INTERFACE cxx_std_20)
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                   $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name}${kind})
  endforeach()
  set(DISSENT_COMPONENTS ${DISSENT_COMPONENTS} ${name} PARENT_SCOPE)
  set(DISSENT_ROOM_OF_${name} ${room} PARENT_SCOPE)
endfunction()

include(GNUInstallDirs)
dissent_component(votes votes)  # reading votes; inspect, aggregate
dissent_component(deliver delivery)
dissent_component(evaluate evaluate)
dissent_component(compare evaluate)
dissent_component(report present)
dissent_component(train train)  # and predict
dissent_component(geometry geometry)
dissent_component(ood ood)
dissent_component(study runner)
