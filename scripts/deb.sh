#!/bin/sh
# Makes a Debian package of a program: the program, its manual, the completions, and what it is made of.
#   deb.sh PROGRAM FOLDER      writes FOLDER/coach_VERSION_ARCHITECTURE.deb
# The same sources give the same bytes: every time is that of the last change.
set -eu
umask 022
cd "$(dirname "$0")/.."
program=$1
folder=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

version=$("$program" --version | cut -d ' ' -f 2)-1
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
maintainer=${DEB_MAINTAINER:-$(git log -1 --format='%an <%ae>' 2>/dev/null || echo 'coach <root@localhost>')}
tree=$root/coach
share=$tree/usr/share
doc=$share/doc/coach

install -d "$tree/usr/bin" "$tree/DEBIAN" "$doc" "$share/lintian/overrides"
strip --remove-section=.comment --remove-section=.note -o "$tree/usr/bin/coach" "$program"
chmod 755 "$tree/usr/bin/coach"
scripts/install-shell-files.sh "$program" "$share"
# Debian has the completions of zsh elsewhere.
install -d "$share/zsh/vendor-completions"
mv "$share/zsh/site-functions/_coach" "$share/zsh/vendor-completions/_coach"
rmdir "$share/zsh/site-functions"
gzip -9n "$share/man/man1/coach.1"

cat >"$doc/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: coach

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the authors of coach
License: GPL-3+

License: GPL-3+
 This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
 License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any later
 version.
 .
 On Debian systems, the full text of the GNU General Public License version 3 can be found in
 /usr/share/common-licenses/GPL-3.
END
gzip -9nc CHANGELOG.md >"$doc/changelog.gz"
gzip -9nc >"$doc/changelog.Debian.gz" <<END
coach ($version) unstable; urgency=medium

  * Package of ${version%-*}; changelog.gz says what changed.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
# zlib is a part of the program on purpose: opening a library costs each start more than reading a file without it.
echo 'coach: embedded-library zlib *' >"$share/lintian/overrides/coach"

# What it is linked with, and what is opened when it is needed.
mkdir -p "$root/debian"
printf 'Source: coach\n\nPackage: coach\nArchitecture: any\n' >"$root/debian/control"
depends=$(cd "$root" && dpkg-shlibdeps -O --ignore-missing-info coach/usr/bin/coach 2>/dev/null \
    | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { echo "deb.sh: dpkg-shlibdeps can't tell what $program needs; is dpkg-dev installed?" >&2; exit 1; }

cat >"$tree/DEBIAN/control" <<END
Package: coach
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$tree" | cut -f 1)
Depends: $depends, libreadline8
Recommends: libcurl4, libssl3
Suggests: libqrencode4, libmicrohttpd12, libsecret-1-0
Section: utils
Priority: optional
Description: conversational spending coach for the terminal
 Answers questions about your own money, in plain words, from the files that
 your bank lets you download. Every figure is computed from all transactions
 that are meant, and can be explained.
 .
 It works offline. Banks and language models are connected only if you wish.
END
(cd "$tree" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

mkdir -p "$folder"
package=$folder/coach_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$tree" "$package" >/dev/null
echo "$package"
