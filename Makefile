# A thin front for CMake: the commands a person types. `make help` lists them.
BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)

# Where real datasets are, if somebody has put them beside the project.
ifneq ($(wildcard ../shared/data),)
export ADROP_DATA ?= $(abspath ../shared/data)
endif

SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.c' '*.h')

.PHONY: all run test pictures playground figures asan tsan clang arm64 deb faults soak powercut analyze bench cluster-test python install peers setup format check-style fuzz clean help

all: $(BUILD)/CMakeCache.txt ## build the program and the library; installs nothing
	@cmake --build $(BUILD) -j$(JOBS)

$(BUILD)/CMakeCache.txt:
	@cmake -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX) || \
	    { rm -f $@; echo "'make setup' installs the packages that the build needs" >&2; exit 1; }

setup: ## install the Debian packages the build needs
	@tools/setup.sh build

peers: ## install what the tests compare with: PyTorch, SciPy, ...
	@tools/setup.sh peers
	@tools/setup_onnx.sh $(BUILD)
	@! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(BUILD)/ruff @astral-sh/ruff-wasm-nodejs
	@[ ! -f $(BUILD)/CMakeCache.txt ] || cmake -S . -B $(BUILD) >/dev/null # MPI may be there now

run: setup ## a tour of what there is, and a demonstration on built-in data
	@$(MAKE) --no-print-directory all
	@tools/tour.sh $(BUILD)/adrop

test: setup ## build and run all the tests
	@$(MAKE) --no-print-directory all
	@OMP_WAIT_POLICY=passive ctest --test-dir $(BUILD) --output-on-failure -j$(JOBS)

asan: | setup ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@cmake --preset asan
	@cmake --build --preset asan -j$(JOBS)
	@OMP_WAIT_POLICY=passive ctest --preset asan -j$(JOBS)

tsan: | setup ## tests of what threads share under ThreadSanitizer (installs clang and its OpenMP)
	@tools/setup.sh tsan
	@cmake --preset tsan >/dev/null
	@JOBS=$(JOBS) tools/tsan.sh build-tsan

clang: all ## the same library by clang, and its tests (installs clang)
	@tools/setup.sh clang
	@BUILD=$(abspath $(BUILD)) tests/portability/clang.sh

arm64: all ## cross-compiled for arm64, and its tests under qemu (installs compiler, qemu, arm64's libraries beside the build)
	@tools/setup.sh arm64
	@tools/arm64_root.sh $(abspath $(BUILD))/arm64-root
	@BUILD=$(abspath $(BUILD)) tests/portability/arm64.sh whole

python: all ## the wheel of the Python package, in BUILD/python
	@python3 tools/wheel.py $(BUILD)

deb: ## Debian packages in BUILD/deb, looked at by lintian (installs debhelper and lintian)
	@tools/setup.sh build
	@tools/setup.sh deb
	@tools/deb.sh $(BUILD)/deb

faults: all ## 10,000 cases of each property; fail, and kill at, every allocation and every call on a file of short commands
	@BUILD=$(BUILD) tests/fault/long.sh
	@ADROP=$(BUILD)/adrop BUILD=$(BUILD) tests/fault/faults.py --state $(BUILD)/faults.json

soak: all ## kill runs and comparisons at 1,000 random moments; continues where it was stopped
	@ADROP=$(BUILD)/adrop BUILD=$(BUILD) tests/fault/soak.py

powercut: all ## leave on the disk what a power cut at each moment may leave, and resume
	@ADROP=$(BUILD)/adrop BUILD=$(BUILD) tests/fault/powercut.py

cluster-test: all ## many machines on one: Slurm, network namespaces, killed ranks (installs Slurm; needs root)
	@tools/setup.sh cluster
	@ADROP=$(BUILD)/adrop tests/cluster/run.sh

analyze: all ## clang-tidy against the findings that are accepted (installs clang)
	@tools/setup.sh analyze
	@cmake -S . -B $(BUILD) -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	@tools/analyze.sh $(BUILD)

playground: ## build the playground's WebAssembly anew and keep it in the tree (installs clang)
	@tools/setup.sh playground
	@BUILD=$(BUILD) playground/stored.sh store

pictures: all ## docs/pictures: the program in a terminal, as SVG (needs tmux)
	@ADROP=$(BUILD)/adrop tools/pictures.sh

figures: all ## docs/figures: those of the README, made by the program
	@ADROP=$(BUILD)/adrop tools/figures.sh

bench: all ## speed, as ratios within one run
	@cmake --build $(BUILD) -j$(JOBS) --target bench_programs
	@$(BUILD)/bench/bench_noise
	@$(BUILD)/bench/bench_formula
	@$(BUILD)/bench/bench_rows
	@bench/startup.py $(BUILD)/adrop || [ $$? -eq 77 ]
	@$(BUILD)/adrop bench --case masks
	@bench/masks_torch.py $(BUILD)/adrop || [ $$? -eq 77 ]
	@$(BUILD)/bench/bench_conv 2 128
	@bench/step_torch.py $(BUILD)/adrop || [ $$? -eq 77 ]
	@ADROP_LIBRARY=$(BUILD) PYTHONPATH=python bench/python.py || [ $$? -eq 77 ]

install: all ## install into PREFIX (/usr/local)
	@cmake --install $(BUILD) --prefix $(PREFIX)

fuzz: ## build and run the fuzz targets for a minute each (installs clang)
	@tools/setup.sh fuzz
	@fuzz/campaign.sh 1

format: ## rewrite the sources in the project's style
	@clang-format -i $(SOURCES)

check-style: ## complain of sources that are not in the project's style
	@clang-format --dry-run -Werror $(SOURCES)

clean: ## remove everything that was built
	@rm -rf build build-asan build-tsan build-debug build-fuzz build-fuzz-fast

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20
