//! Threads that nobody waits for.

/// On Linux the calling thread yields the processor, from now on, to those that somebody waits for: the threads that carry
/// a conversation, the ones that answer a page, the page itself.
pub fn give_way() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 10);
}
