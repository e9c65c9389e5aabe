set(PICO_BOARD "pico2")
include(${CMAKE_CURRENT_LIST_DIR}/../common.cmake)
