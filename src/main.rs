//! The binary: all of it is in the library.

fn main() -> std::process::ExitCode {
    acp_scope::cli::main()
}
