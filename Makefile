# The front door. As root, or through sudo.
#
#   make demo      sets up what is needed, builds, and renders the tromba marina into out/tromba
#   make test      sets up what is needed and passes the tests of daily work, in two minutes
#   make check     sets up what is needed and passes all tests, in twenty minutes; CI runs it
#   make soak      the random tests and the fuzzers, with CAROM_SOAK (20) times as many cases
#   make setup     the packages to build and run; make setup-check those for the tests as well, make
#                  setup-cross those that build and run the core for other machines, make setup-play
#                  those of plugins and carom play
#   make           builds build/carom
#   make play      sets up what is needed and builds the LV2 plugins, in build/lv2, and carom play
#   make install   sets up what is needed, builds, and installs program, libraries, headers and manual page
#                  under PREFIX (/usr/local)

PREFIX ?= /usr/local
CAROM_SOAK ?= 20
INSTRUMENTS := tromba sitar tanpura hammered-string prepared-string

BUILD_PACKAGES := gcc libc6-dev make cmake ninja-build pkg-config libfyaml-dev libsndfile1-dev libfftw3-dev libpng-dev
# libmp3lame-dev is what libsndfile asks of those who link statically.
CHECK_PACKAGES := $(BUILD_PACKAGES) libcmocka-dev locales clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14 cppcheck python3 \
                  python3-numpy groff-base libsundials-dev libopenmpi-dev openmpi-bin libmp3lame-dev g++ bindgen python3-pip python3-setuptools python3-wheel python3-venv
# Plugins and the program that plays; and hosts to try them in.
PLAY_PACKAGES := $(BUILD_PACKAGES) lv2-dev libjack-jackd2-dev
HOST_PACKAGES := $(PLAY_PACKAGES) liblilv-dev lilv-utils sordi jalv jackd2
# To build and run the core for other machines.
CROSS_PACKAGES := musl-tools gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user wasi-libc clang-16 lld-16 libclang-rt-16-dev-wasm32 nodejs

.PHONY: all build play demo build-check test check soak scenes setup setup-check setup-cross setup-play setup-soak install format clean

all: build

setup:
	@sh cmake/install_missing.sh $(BUILD_PACKAGES)

setup-check:
	@sh cmake/install_missing.sh $(CHECK_PACKAGES) $(HOST_PACKAGES)

# Ardour, a host of plugins that renders without a screen.
setup-soak:
	@sh cmake/install_missing.sh $(CHECK_PACKAGES) $(HOST_PACKAGES) ardour

setup-play:
	@sh cmake/install_missing.sh $(PLAY_PACKAGES)

setup-cross:
	@sh cmake/install_missing.sh $(CROSS_PACKAGES)

build:
	@cmake --preset release --log-level=NOTICE > /dev/null
	@bash cmake/build.sh build

# The optional parts are looked for anew.
play: setup-play
	@cmake --preset release --log-level=NOTICE > /dev/null
	@bash cmake/build.sh build
	@for name in $(INSTRUMENTS); do build/carom export $$name --lv2 build/lv2 || exit 1; done
	@echo "for hosts: export LV2_PATH=$(CURDIR)/build/lv2:/usr/lib/lv2, or cp -r --preserve=links build/lv2/*.lv2 ~/.lv2"

demo: setup build
	build/carom run tromba --plot -o out/tromba
	@echo "listen to out/tromba/audio.wav, look at out/tromba/*.svg"

build-check: setup-check
	@cmake --preset check --log-level=NOTICE > /dev/null
	@bash cmake/build.sh build

test: build-check
	@echo "make test: the tests labelled daily; make check has tidy, cppcheck, the bench, fuzzing and sanitizers too"
	ctest --test-dir build -L daily --output-on-failure -j $$(nproc)

check: build-check setup-cross
	@echo "make check: every test, then once more under sanitizers"
	@cmake --preset sanitize --log-level=NOTICE > /dev/null
	@bash cmake/build.sh build-sanitize
	ctest --test-dir build -LE soak --output-on-failure -j $$(nproc)
	ctest --test-dir build-sanitize -LE soak --output-on-failure -j $$(nproc)

soak: setup-soak build-check
	@echo "make soak: the tests labelled random or soak, with $(CAROM_SOAK) times as many cases"
	CAROM_SOAK=$(CAROM_SOAK) ctest --test-dir build -L 'random|soak' --timeout 864000 --output-on-failure -j $$(nproc)

install: setup build
	cmake --install build --prefix $(PREFIX)
	@[ "$$(id -u)" != 0 ] || ldconfig # for the shared libraries

# The built-in scenes as JSON, for the core; a test compares them with scenes/*.yaml.
scenes: build
	@for scene in scenes/*.yaml; do \
	  build/carom show $$scene --json > scenes/json/$$(basename $$scene .yaml).json || exit 1; done

format:
	clang-format-14 -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build build-*
