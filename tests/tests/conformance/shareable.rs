//! Sharing by file descriptors: which tests there are. What they do stands in descriptors.rs, for systems that have some.

#[cfg(unix)]
use crate::descriptors::*;
use crate::support::tests;

tests! { "shareable":
    an_allocation_in_two_processes, [cuMemExportToShareableHandle, cuMemImportFromShareableHandle], Descriptors;
    an_allocation_imported_where_it_was_made, [cuMemExportToShareableHandle, cuMemImportFromShareableHandle], Descriptors;
    a_descriptor_keeps_the_memory, [cuMemExportToShareableHandle, cuMemImportFromShareableHandle], Descriptors;
    exports_and_imports_that_cannot_be, [cuMemExportToShareableHandle, cuMemImportFromShareableHandle], Descriptors;
    fabric_handles, [cuMemCreate, cuMemExportToShareableHandle, cuMemImportFromShareableHandle], Descriptors;
    a_pool_in_two_processes, [
        cuMemPoolExportToShareableHandle, cuMemPoolImportFromShareableHandle,
        cuMemPoolExportPointer, cuMemPoolImportPointer,
    ], Descriptors;
    pools_that_cannot_be_shared, [
        cuMemPoolExportToShareableHandle, cuMemPoolImportFromShareableHandle,
        cuMemPoolExportPointer, cuMemPoolImportPointer,
    ], Descriptors;
    a_dma_buf_of_a_range, [cuMemGetHandleForAddressRange], Descriptors;
    ranges_without_a_handle, [cuMemGetHandleForAddressRange], Descriptors;
}
