//! How a wrapper calls: the raw function, its code checked, its name kept for the error.

/// `call!(cuMemFree(dptr))`: the raw function with these arguments, as `Result<()>`. Unsafe, as the function is.
///
/// `sys` is the caller's: the crate's own functions, or their forms for per-thread default streams.
macro_rules! call {
    ($function:ident($($argument:expr),* $(,)?)) => {
        $crate::error::check(sys::$function($($argument),*), &stringify!($function))
    };
}

/// `value!(value: usize, cuDeviceTotalMem(&mut value, dev))`: a call that writes its result to `value`. It starts as
/// zero, so that a driver which reports success and writes nothing gives zero, not chance.
macro_rules! value {
    ($value:ident: $type:ty, $function:ident($($argument:expr),* $(,)?)) => {{
        let mut $value: $type = Default::default();
        match call!($function($($argument),*)) {
            Ok(()) => Ok($value),
            Err(error) => Err(error),
        }
    }};
}

/// As `value!`, for results that are pointers.
macro_rules! handle {
    ($value:ident: $type:ty, $function:ident($($argument:expr),* $(,)?)) => {{
        let mut $value: $type = core::ptr::null_mut();
        match call!($function($($argument),*)) {
            Ok(()) => Ok($value),
            Err(error) => Err(error),
        }
    }};
}

/// A list that a function only reads, although C does not say `const`.
#[inline]
pub(crate) fn input<T>(list: &[T]) -> *mut T {
    list.as_ptr() as *mut T
}
