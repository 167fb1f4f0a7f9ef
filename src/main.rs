//! Arguments → window or command. The only file that prints. Exit codes: 0, 1 (failed), 2 (usage).
fn main() {}
