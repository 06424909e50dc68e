#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| acp_scope_fuzz::targets::import_conductor(data));
