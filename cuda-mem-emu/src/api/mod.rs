//! The C functions, one file per family. They check their arguments and leave the rest to `core`.

macro_rules! families {
    ($($family:ident),* $(,)?) => {
        $(mod $family;)*
        /// The functions of all families.
        pub(crate) static TABLES: &[&[crate::entry::Entry]] = &[$($family::TABLE),*];
    };
}

families! {
    init,
    device,
    context,
    stream,
    event,
    misc,
    alloc,
    host,
    managed,
    copy,
    set,
    array,
    mipmap,
    copy3d,
    batch,
    pointer,
    pool,
    ipc,
    vmm,
    sparse,
    location,
    multicast,
    notification,
    decompress,
    range,
    peer,
}
