# Hot & Cold. `make help` lists what there is.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# Debian's packages: what the build needs, and what the lab needs besides.
BUILD_PACKAGES := libbluetooth-dev libgpiod-dev libasound2-dev pkg-config
SWIFT ?= swift
DEMO_FOLDER ?= demo
# Debian's own, because its numpy is.
PYTHON ?= /usr/bin/python3
# The program as it is shipped: optimised, and with Swift's libraries inside (docs/decisions/0026-static.md).
OPTIMISED = $(SWIFT) build -c release --static-swift-stdlib
# How many seeded evenings `make evenings` plays.
EVENINGS ?= 400
HOURS ?= 0.5
# What the package is for: arm64 (a Raspberry Pi) or amd64.
DEB_ARCH ?= arm64
# What deploy/image/make is told, such as --fresh or --settings FILE.
IMAGE_FLAGS ?=
# A folder of recorded walks with the truth beside them, for bench-ranging; none is kept here.
export HOTCOLD_WALKS ?=

.PHONY: help packages build demo test test-brokers test-homeassistant bench-venue mutants test-page fuzz-page lint station lab bench bench-page bench-ranging bench-lobby evenings digests write-down crowd soak model fuzz voices check-voices avatars journals release deb test-deb test-deb-suite test-deb-boot image update release-check test-update test-image test-image-round boot-image clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages: ## Install the Debian packages that the build needs (asks for root only if one is missing)
	@.ci/packages $(BUILD_PACKAGES)

build: packages ## Build hotcold (debug)
	$(SWIFT) build --product hotcold

demo: packages ## Play a whole round without hardware: captions here, a recording and a picture in ./demo
	@.ci/voice $(DEMO_ARGS)
	$(SWIFT) build --product hotcold
	"$$($(SWIFT) build --show-bin-path)/hotcold" demo --out $(DEMO_FOLDER) $(DEMO_ARGS)

test: packages lint ## Run the tests, and give updates to a card made of files
	.ci/test
	@.ci/packages busybox openssl python3
	Tests/Image/updates "$$($(SWIFT) build --show-bin-path)/hotcold"

mutants: packages ## Break the program in 150 ways, and list what no test notices (MUTANTS_ARGS; an hour at most)
	@.ci/packages python3
	Tests/Mutants/run $(MUTANTS_ARGS)

lint: ## Check the formatting
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

test-page: packages ## Look at every view of both pages with headless Chromium, and play a round in two windows
	@.ci/packages chromium python3 mosquitto mosquitto-clients
	$(SWIFT) build --product hotcold
	python3 Tests/Page/look.py --out .build/page $(PAGE_ARGS)
	HOTCOLD="$$($(SWIFT) build --show-bin-path)/hotcold" python3 Tests/Page/play.py --out .build/page
	HOTCOLD="$$($(SWIFT) build --show-bin-path)/hotcold" python3 Tests/Page/table.py --out .build/page
	HOTCOLD="$$($(SWIFT) build --show-bin-path)/hotcold" python3 Tests/Page/things.py --out .build/page

fuzz-page: packages ## Do to the page's server what strangers do (installs schemathesis from PyPI, into the cache)
	@.ci/packages python3 python3-venv
	$(SWIFT) build --product hotcold
	HOTCOLD="$$($(SWIFT) build --show-bin-path)/hotcold" python3 Tests/Page/fuzz.py $(FUZZ_ARGS)

bench-page: release ## Measure what viewers cost a station, and in the lab how far the page is behind the voice
	@.ci/packages python3
	HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" python3 Tests/Page/load.py
	HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" Tests/Lab/run page

station: ## Check Tests/Station, a second station written from the documents alone (installs python3-cryptography)
	@.ci/packages python3 python3-cryptography iproute2
	$(PYTHON) Tests/Station/check

lab: release ## Play rounds, strangers and trouble on a real kernel (User Mode Linux; x86_64 only)
	HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" Tests/Lab/run

bench: packages ## Measure memory and processor time of a hunting station, in the lab
	$(OPTIMISED) --product hotcold
	HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" Tests/Lab/run bench

bench-ranging: packages ## Hold the ranging beside the field's filters, on simulated walks and those in HOTCOLD_WALKS
	@.ci/packages python3-numpy
	$(PYTHON) Tests/Ranging/check
	$(OPTIMISED) --product hotcold
	$(PYTHON) Tests/Ranging/bench $(RANGING_ARGS) \
		--command "$$($(OPTIMISED) --show-bin-path)/hotcold replay --format csv --json"

test-brokers: packages ## Try a station with two brokers (installs mosquitto, and amqtt from PyPI into the cache)
	@.ci/packages mosquitto mosquitto-clients python3 python3-venv
	$(SWIFT) build --product hotcold
	Tests/Venue/brokers "$$($(SWIFT) build --show-bin-path)/hotcold"

test-homeassistant: packages ## Have a real Home Assistant find stations (from PyPI into the cache; minutes)
	@.ci/packages mosquitto mosquitto-clients python3 python3-venv
	$(SWIFT) build --product hotcold
	Tests/Venue/homeassistant "$$($(SWIFT) build --show-bin-path)/hotcold"

bench-venue: release ## Measure 200 stations with a broker that is restarted; draws docs/venue-bench.svg
	@.ci/packages mosquitto python3
	Tests/Venue/bench "$$($(OPTIMISED) --show-bin-path)/hotcold" --chart docs/venue-bench.svg $(VENUE_ARGS)

bench-lobby: release ## Measure how stations meet, lock and talk, by network and by radio; draws docs/lobby-*.svg
	"$$($(OPTIMISED) --show-bin-path)/hotcold" bench-lobby --chart docs/lobby-bench.svg $(LOBBY_ARGS)
	"$$($(OPTIMISED) --show-bin-path)/hotcold" bench-lobby --air --chart docs/lobby-air.svg \
		--stations 2 3 4 8 --loss 0 20 $(LOBBY_ARGS)

evenings: release ## Play EVENINGS (400) seeded evenings of HOURS (0.5), with everything that goes wrong but liars
	HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" .ci/evenings 1 $(EVENINGS) $(HOURS)

# As many as Tests/Digests has, whatever EVENINGS says.
digests: override EVENINGS = 400
digests: override HOURS = 0.5
digests: evenings ## Compare 400 evenings and 50 demos with what they came to before (DIGESTS=record writes that down)
	HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" .ci/digests .build/evenings.digests $(DIGESTS)

write-down: ## Write down anew what tests hold to the code: Tests/Digests but for evenings and demos, docs/openapi.json
	HOTCOLD_WRITE_DOWN=1 $(SWIFT) test --filter 'CharacterizationTests|OpenAPITests' || true

# With liars as well it is FAULTS=all (`.ci/evenings` says why not always).
ALL_BUT_LIES = network,radio,button,speaker,power,memory,clock,people,attack,deaf
crowd: release ## Play ten minutes of 1,000 stations on sixteen networks
	"$$($(OPTIMISED) --show-bin-path)/hotcold" simulate --stations 1000 --hours 0.1667 --seeds 1 --carrier udp \
		--faults $(or $(FAULTS),$(ALL_BUT_LIES))

soak: release ## Play 2,000 seeded evenings of three hours, by both carriers, with all that goes wrong (hours)
	CARRIER=both HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" .ci/evenings 1 2000 3

model: ## Prove what docs/security.md says of presence, hands, keys and marks, in a model (installs two provers)
	Tests/Model/run

fuzz: packages ## Fuzz the gatekeeper and the session machine for a minute (x86_64 only)
	Tests/Fuzz/run

release: packages ## Build hotcold (optimised)
	$(OPTIMISED) --product hotcold

deb: ## Make the Debian 13 package for DEB_ARCH (arm64; installs mmdebstrap, bubblewrap and what makes voices)
	deploy/deb/make $(DEB_ARCH)

test-deb: ## Install, run, upgrade, purge that package in a tree of Debian 13 (as root; installs qemu-user-static)
	deploy/deb/check $(DEB_ARCH)

test-deb-suite: ## Run all tests as that package is built, in such a tree (as root; an hour under qemu-user)
	deploy/deb/suite $(DEB_ARCH)

test-deb-boot: ## Run that package's service in an emulated machine, and trouble it (as root; installs QEMU)
	deploy/deb/boot $(DEB_ARCH)

image: ## Make a card for every 64-bit Raspberry Pi up to the 400: .build/image/hotcold-VERSION.img.xz
	deploy/deb/make arm64
	deploy/image/make $(IMAGE_FLAGS)

update: ## Make the same as an update for cards that exist: .build/image/hotcold-VERSION.update
	deploy/deb/make arm64
	deploy/image/make --update $(IMAGE_FLAGS)

release-check: ## Make package, card and update of this version's tag again, and compare them byte for byte
	deploy/image/check-release

test-update: ## Renew a card by each way in emulated machines, and pull its plug (installs QEMU; an hour)
	deploy/image/boot --update

test-image: ## Write that card, start it in emulated machines, pull their plugs (installs QEMU; an hour)
	deploy/image/boot

test-image-round: release ## Two of those cards play a round in emulated machines, by radio alone (installs QEMU)
	HOTCOLD="$$($(OPTIMISED) --show-bin-path)/hotcold" deploy/image/boot --round

boot-image: ## Write that card, start it, and renew it once (as root; installs QEMU; ten minutes)
	deploy/image/boot --brief

voices: ## Make the voices from deploy/voices/phrases.tsv: the default one in place, the others in .build/voices
	@.ci/packages flite espeak-ng sox python3-numpy
	deploy/voices/make $(VOICES_ARGS)

check-voices: voices ## Measure every clip of every voice, and let a recogniser hear the English ones; writes docs/voices.md
	@.ci/packages pocketsphinx-en-us python3-pocketsphinx python3-numpy
	$(SWIFT) build --product hotcold
	HOTCOLD="$$($(SWIFT) build --show-bin-path)/hotcold" deploy/voices/check

avatars: packages ## Draw docs/avatars.svg anew
	HOTCOLD_DRAW_AVATARS=1 $(SWIFT) test --filter NameTests

journals: packages ## Write Tests/JournalingTests/Journals/demo.journal anew, after its format has changed
	$(SWIFT) build --product hotcold
	"$$($(SWIFT) build --show-bin-path)/hotcold" demo --speed 0 --seekers 1 --out .build/journals
	cp .build/journals/seeker.journal Tests/JournalingTests/Journals/demo.journal

clean: ## Forget what was built
	rm -rf .build demo
