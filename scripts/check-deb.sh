#!/bin/sh
# Checks a Debian package: what it holds, that it installs, works, and goes without a trace, and what lintian says of it.
#   check-deb.sh PACKAGE
# It is installed below a folder of its own, so that nothing of this machine changes.
set -eu
umask 022
package=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

fail() {
    echo "check-deb.sh: $*" >&2
    exit 1
}

for path in usr/bin/coach usr/share/man/man1/coach.1.gz usr/share/bash-completion/completions/coach \
    usr/share/zsh/vendor-completions/_coach usr/share/fish/vendor_completions.d/coach.fish \
    usr/share/doc/coach/copyright usr/share/doc/coach/changelog.gz; do
    dpkg-deb --fsys-tarfile "$package" | tar -tf - "./$path" >/dev/null 2>&1 || fail "$path is missing"
done

# dpkg's own records, of an empty system.
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/tmp"
: >"$root/var/lib/dpkg/status"
: >"$root/var/lib/dpkg/available"
system() {
    dpkg --root="$root" --log=/dev/null --force-depends --force-not-root --force-script-chrootless "$@" >"$root/tmp/log" 2>&1 \
        || fail "dpkg $*: $(cat "$root/tmp/log")"
}
files() { (cd "$root" && find . \( -path ./var/lib/dpkg -o -path ./tmp \) -prune -o -type f -print | LC_ALL=C sort); }

before=$(files)
system --install "$package"
version=$(dpkg-deb --field "$package" Version)
said=$("$root/usr/bin/coach" --version)
[ "$said" = "coach ${version%-*}" ] || fail "the program of version $version says “$said”"
answer=$(XDG_CACHE_HOME="$root/tmp" "$root/usr/bin/coach" ask --demo --no-model "how much on coffee in September 2026")
case $answer in
*'$77.45 on coffee'*) ;;
*) fail "the program doesn't answer: $answer" ;;
esac
gzip -dc "$root/usr/share/man/man1/coach.1.gz" | grep -q '^\.TH' || fail "coach.1.gz is no manual page"
bash -n "$root/usr/share/bash-completion/completions/coach" || fail "the completions for bash are no script"
system --purge coach
[ "$(files)" = "$before" ] || fail "files stay after the package is removed: $(files)"
echo "$package installs, works, and goes without a trace."

if command -v lintian >/dev/null; then
    lintian --tag-display-limit 0 --fail-on error --allow-root "$package"
    echo "lintian finds no errors."
else
    echo "lintian isn't installed, so that what it would say isn't known."
fi
