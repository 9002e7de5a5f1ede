#!/bin/sh
# Installs the manual page and the shell completions of a program into a share folder.
#   install-shell-files.sh PROGRAM FOLDER
set -eu
program=$1
share=$2

write() {
    install -d "$(dirname "$2")"
    "$program" $1 > "$2"
    chmod 644 "$2"
}
write manual "$share/man/man1/coach.1"
write "completions bash" "$share/bash-completion/completions/coach"
write "completions zsh" "$share/zsh/site-functions/_coach"
write "completions fish" "$share/fish/vendor_completions.d/coach.fish"
