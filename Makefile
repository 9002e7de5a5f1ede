# `make run` and `make test` are all that a new machine needs; `make help` lists the rest.

PREFIX ?= /usr/local
# For both the tests and the program, such as -Xswiftc -warnings-as-errors.
SWIFT_FLAGS ?=
SWIFT := $(firstword $(shell command -v swift 2>/dev/null) \
	$(wildcard $(HOME)/.local/share/swiftly/bin/swift /opt/swift/usr/bin/swift))
PROGRAM := .build/release/coach
QUICK := .build/debug/coach
comma := ,
# Folders are among them, so that a file taken away is noticed too.
SOURCES := $(shell find Package.swift Sources rag-index prompts 2>/dev/null)
# The optimized program where it is there and up to date.
RUNNABLE := $(shell [ -x $(PROGRAM) ] && [ -z "$$(find Package.swift Sources rag-index prompts -newer $(PROGRAM) -print -quit)" ] \
	&& echo $(PROGRAM) || echo $(QUICK))

# The tests of what several threads do at once.
THREADS := ConcurrencyTests|HTTPServerTests|RefusalTests|SimpleFINClaimTests|HookTests|IdempotencyTests

require-swift = $(if $(SWIFT),,$(error Swift is missing: get it from https://www.swift.org/install/linux/ and try again))

.PHONY: build build-tests run test keyring test-peers fuzz fuzz-kept race torture geometry check-release sbom reproduce lint format bench eval install deb check-deb clean packages help

build: $(PROGRAM) ## build the program, .build/release/coach

# Standard output and input belong to `coach`: questions can be piped through `make -s run`.
$(PROGRAM): $(SOURCES)
	@$(require-swift)scripts/install-packages.sh
	@$(SWIFT) build -c release --disable-local-rpath --product coach $(SWIFT_FLAGS) </dev/null >&2
	@touch $@

# What is built for trying is not optimized: it takes a third of the time, and the tests need it too.
$(QUICK): $(SOURCES)
	@$(require-swift)scripts/install-packages.sh
	@$(SWIFT) build --product coach $(SWIFT_FLAGS) </dev/null >&2
	@touch $@

run: $(RUNNABLE) ## open the conversation over the sample household
	@$(RUNNABLE) demo

build-tests: packages ## build every test
	@$(require-swift)$(SWIFT) build --build-tests $(SWIFT_FLAGS)

test: packages ## run every test
	@$(require-swift)$(SWIFT) test $(SWIFT_FLAGS)

test-peers: packages ## run the tests against real model servers, where ../shared/peers has them
	@$(require-swift)SWIFT="$(SWIFT)" SWIFT_FLAGS="$(SWIFT_FLAGS)" scripts/test-peers.sh

fuzz: packages ## fuzz all parsers with libFuzzer and the address sanitizer (FUZZ_SECONDS=60 for each; PARSERS=csv,ofx,…)
	@$(require-swift)SWIFT="$(SWIFT)" scripts/fuzz.sh $(subst $(comma), ,$(PARSERS))

# With the tests as they are built: neither libFuzzer nor a sanitizer, and nothing to build anew.
fuzz-kept: packages ## damage the kept inputs of all parsers at random for FUZZ_SECONDS=60
	@$(require-swift)COACH_FUZZ_SECONDS=$(or $(FUZZ_SECONDS),60) $(SWIFT) test $(SWIFT_FLAGS) --filter FuzzMinuteTests

# A build of its own; what SQLite does within its library is not looked at.
race: packages ## run the tests of threads and processes under the thread sanitizer
	@$(require-swift)$(SWIFT) test --build-path .build/race --sanitize thread --filter "$(THREADS)"

torture: build ## kill coach, fail its writes, and break its charges for TORTURE_SECONDS=3600, and look at what is left
	@Tests/Torture/torture.py $(PROGRAM) $(or $(TORTURE_SECONDS),3600) $$(date +%s) 200
	@Tests/Torture/keys.py $(PROGRAM)
	@COACH_TORTURE=1 $(SWIFT) test $(SWIFT_FLAGS) --filter "FailingWriteTests|ChargeTests"

# The library is kept with what was built; nothing of it is part of coach.
geometry: packages ## hold distances and geofences against geographiclib, a library in Python
	@$(require-swift)python3 -m venv .build/geometry
	@.build/geometry/bin/pip install --quiet --disable-pip-version-check geographiclib==2.1
	@$(SWIFT) test $(SWIFT_FLAGS) --filter "GeodesicTests|LocationTests"

check-release: build ## check that the program is hardened
	@scripts/check-release.sh $(PROGRAM)

sbom: build ## list what the program is made of (SPDX), with the licenses, in .build/release-notes
	@scripts/sbom.py $(PROGRAM) .build/release-notes

reproduce: ## build the release twice from clean clones and compare the bytes
	@scripts/reproduce.sh

lint: ## check the format of the sources, and the tables
	@python3 rag-index/check.py
	@$(require-swift)$(SWIFT) format lint --strict --parallel --recursive Sources Tests Package.swift

format: ## put the sources into that format
	@$(require-swift)$(SWIFT) format --in-place --parallel --recursive Sources Tests Package.swift

bench: build ## measure speed, memory and size
	@scripts/bench.sh

# The questions of others, where they lie beside the repository, are measured as well.
eval: packages ## measure the detectors, and how well questions are understood (FILES=…)
	@$(require-swift)$(SWIFT) build -c release --product eval </dev/null >&2
	@.build/release/eval --detectors
	@.build/release/eval $(or $(FILES),Tests/Fixtures/questions.jsonl Tests/Fixtures/held-out.jsonl $(wildcard ../shared/corpora/questions/*/*.jsonl))

install: build ## install program, manual page and completions below PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -s -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/coach"
	@scripts/install-shell-files.sh $(PROGRAM) "$(DESTDIR)$(PREFIX)/share"
	@scripts/sbom.py $(PROGRAM) "$(DESTDIR)$(PREFIX)/share/doc/coach"

deb: build ## make a Debian package of the program in .build
	@scripts/deb.sh $(PROGRAM) .build

check-deb: deb ## install and remove that package below a folder, and have lintian look at it
	@scripts/install-packages.sh lintian || true
	@scripts/check-deb.sh "$$(ls -t .build/coach_*.deb | head -n 1)"

packages: ## install the system packages that are missing
	@scripts/install-packages.sh

# A keyring of its own changes a desktop, so that only who asks gets it: 45 MB.
keyring: ## install what the test of the desktop's keyring needs; it is skipped without
	@scripts/install-packages.sh gnome-keyring libsecret-tools libsecret-1-0 dbus-daemon

clean: ## remove everything that was built
	rm -rf .build

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20
