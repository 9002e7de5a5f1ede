#!/bin/sh
# Installs the Debian or Ubuntu packages that the build needs, or those that are named, where they are missing; silent when none is.
set -eu

# A C and C++ toolchain for linking, what Swift's own tools load, and the libraries of the program.
# libqrencode4 shows the QR code of `coach connect plaid`; the program does without it.
packages="g++ libxml2-dev pkg-config libsqlite3-dev libcurl4-openssl-dev libreadline-dev
libcmark-gfm-dev libcmark-gfm-extensions-dev zlib1g-dev libssl-dev libqrencode4 libmicrohttpd-dev"
[ $# = 0 ] || packages=$*

if ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian or Ubuntu: if the build fails, install what corresponds to $packages" >&2
    exit 0
fi

missing=
for package in $packages; do
    # A package may be there for several architectures, one line each.
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
# The linker of the Swift toolchain is part of binutils up to Debian 12 and Ubuntu 24.04, its own package later.
[ $# != 0 ] || command -v ld.gold >/dev/null || missing="$missing binutils-gold"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    root=
elif command -v sudo >/dev/null; then
    root=sudo
else
    echo "These packages are missing; install them as root: apt-get install$missing" >&2
    exit 1
fi
echo "Installing missing packages:$missing" >&2
$root apt-get update -qq </dev/null >&2
# Its standard output is the list of every file and trigger; what goes wrong comes on standard error.
$root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $missing </dev/null >/dev/null
