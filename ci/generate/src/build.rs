//! The build script's own modules, under the path that they know each other by.

#[path = "../../../cuda-mem-sys/build/clang.rs"]
pub mod clang;
#[path = "../../../cuda-mem-sys/build/header.rs"]
pub mod header;
#[allow(dead_code)] // the build script asks more of it
#[path = "../../../cuda-mem-sys/build/model.rs"]
pub mod model;
#[path = "../../../cuda-mem-sys/build/render.rs"]
pub mod render;
#[path = "../../../cuda-mem-sys/build/since.rs"]
pub mod since;
