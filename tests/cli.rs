//! The commands that README and manual show are run, and print what they are shown to print.

#[test]
fn commands_print_what_is_shown() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}
