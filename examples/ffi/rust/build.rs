//! Finds an installed Lazuli with pkg-config, of the package `lazuli` (shared) or what LAZULI_PACKAGE says (lazuli-static).
use std::{env, process};

fn main() {
    let package = env::var("LAZULI_PACKAGE").unwrap_or_else(|_| "lazuli".into());
    println!("cargo:rerun-if-env-changed=LAZULI_PACKAGE");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let found = process::Command::new("pkg-config").args(["--libs", &package]).output().expect("pkg-config runs");
    if !found.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&found.stderr));
        process::exit(1);
    }
    for flag in String::from_utf8(found.stdout).expect("UTF-8").split_whitespace() {
        println!("cargo:rustc-link-arg={flag}");
        if flag.ends_with(".a") {
            println!("cargo:rerun-if-changed={flag}"); // it is a part of the program
        }
    }
}
