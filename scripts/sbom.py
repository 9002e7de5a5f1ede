#!/usr/bin/env python3
"""Says what a release is made of: an SPDX 2.3 document and the license texts of what is linked.

    scripts/sbom.py PROGRAM FOLDER      writes FOLDER/coach.spdx.json and FOLDER/licenses/

The same program gives the same bytes: the time is that of the last change of the sources.
"""
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What is a part of the program, what is linked when it starts, and what is opened when it is needed: Debian packages.
LINKED = {
    "libcmark-gfm-dev": ("BSD-2-Clause", "STATIC_LINK"),
    "libcmark-gfm-extensions-dev": ("BSD-2-Clause", "STATIC_LINK"),
    "zlib1g-dev": ("Zlib", "STATIC_LINK"),
    "libstdc++-12-dev": ("GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK"),
    "libgcc-12-dev": ("GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK"),
    "libc6": ("LGPL-2.1-or-later", "DYNAMIC_LINK"),
    "libsqlite3-0": ("LicenseRef-SQLite-public-domain", "DYNAMIC_LINK"),
    "libcurl4": ("curl", "OPTIONAL_DEPENDENCY_OF"),
    "libssl3": ("Apache-2.0", "OPTIONAL_DEPENDENCY_OF"),
    "libreadline8": ("GPL-3.0-or-later", "OPTIONAL_DEPENDENCY_OF"),
    "libqrencode4": ("LGPL-2.1-or-later", "OPTIONAL_DEPENDENCY_OF"),
    "libmicrohttpd12": ("LGPL-2.1-or-later", "OPTIONAL_DEPENDENCY_OF"),
    "libsecret-1-0": ("LGPL-2.1-or-later", "OPTIONAL_DEPENDENCY_OF"),
}


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip() if done.returncode == 0 else ""


def swift():
    found = output("bash", "-c", "command -v swift || ls /opt/swift/usr/bin/swift")
    return Path(os.path.realpath(found)).parent.parent if found else None


def package(name, version, license_id, supplier, location):
    return {
        "SPDXID": f"SPDXRef-{name.replace('+', 'p')}", "name": name, "versionInfo": version or "NOASSERTION",
        "licenseConcluded": license_id, "licenseDeclared": license_id, "supplier": supplier,
        "downloadLocation": location, "copyrightText": "NOASSERTION", "filesAnalyzed": False,
    }


def keep(text, folder, name):
    if text.exists():
        (folder / name).write_bytes(text.read_bytes())
    else:
        print(f"sbom: {text} isn't there: no license text of {name}", file=sys.stderr)


def main():
    program, folder = Path(sys.argv[1]), Path(sys.argv[2])
    licenses = folder / "licenses"
    licenses.mkdir(parents=True, exist_ok=True)
    version = output(program, "--version").split()[-1]
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    moment = os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct") or "0"
    created = output("date", "-u", "-d", f"@{moment}", "+%Y-%m-%dT%H:%M:%SZ")
    coach = package("coach", version, "GPL-3.0-or-later", "NOASSERTION", "NOASSERTION")
    coach["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    keep(ROOT / "LICENSE", licenses, "coach")
    packages, relations = [coach], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-coach")]
    toolchain = swift()
    if toolchain:
        number = output(str(toolchain / "bin/swift"), "--version").split("Swift version ")[-1].split(" ")[0]
        packages.append(package("swift-runtime", number, "Apache-2.0 WITH Swift-exception",
                                "Organization: Swift.org", "https://www.swift.org/install/linux/"))
        relations.append(("SPDXRef-coach", "STATIC_LINK", "SPDXRef-swift-runtime"))
        keep(toolchain / "share/swift/LICENSE.txt", licenses, "swift-runtime")
    for name, (license_id, how) in LINKED.items():
        there = output("dpkg-query", "-W", "-f", "${Version}", name)
        if not there:
            continue
        one = package(name, there, license_id, "Organization: Debian", f"https://packages.debian.org/{name}")
        packages.append(one)
        if how == "OPTIONAL_DEPENDENCY_OF":
            relations.append((one["SPDXID"], how, "SPDXRef-coach"))
        else:
            relations.append(("SPDXRef-coach", how, one["SPDXID"]))
            keep(Path(f"/usr/share/doc/{name}/copyright"), licenses, name)
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"coach-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/coach-{version}-{digest[:16]}",
        "creationInfo": {"created": created, "creators": ["Tool: scripts/sbom.py"]},
        "hasExtractedLicensingInfos": [{
            "licenseId": "LicenseRef-SQLite-public-domain", "name": "SQLite is in the public domain",
            "extractedText": "The author disclaims copyright to this source code.",
        }],
        "packages": packages,
        "relationships": [{"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
                          for one, how, other in relations],
    }
    (folder / "coach.spdx.json").write_text(json.dumps(document, indent=2) + "\n")


if __name__ == "__main__":
    main()
