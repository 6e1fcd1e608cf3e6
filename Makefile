# Targets for people and for CI. `make grading-proof` and `make test` need a Rust toolchain and nothing else.

CARGO ?= cargo
PROOFMARK = $(CARGO) run --quiet --release --locked --bin proofmark --

.PHONY: help grading-proof test check licences documents bench differential record-differential record record-hcl \
	record-awscdk record-cdktn record-terraconstructs cross-check fuzz report-check

help:
	@echo "make grading-proof   prove every oracle and write its certificate"
	@echo "make test            run the tests of the code and of the fact library"
	@echo "make check           formatting, lints, documents, specs and policies, licences"
	@echo "make documents       documents against the code; UPDATE=1 writes the tables of SCHEMA.md"
	@echo "make cross-check     compare every result with real OPA (installed into .tools/)"
	@echo "make report-check    open the page of the proof in a headless Chromium (skipped, saying so, where there is none)"
	@echo "make bench           measure, with the peers in the same run"
	@echo "make bench-completions  what unknown values cost over a folder of artifacts"
	@echo "make fuzz            fuzz the readers and evaluators (needs cargo-fuzz and a C++ compiler)"
	@echo "make differential    compare the evaluation of sources with the real terraform, in thousands of generated cases"
	@echo "make written-variants  write every variant of every reference as files, and read them again"
	@echo "make planned-variants  plan written variants by the real terraform"
	@echo "make record          record the fixtures again (needs terraform, and node for the arms in TypeScript)"

# The main job: no oracle grades anything until it has proved itself.
grading-proof:
	$(PROOFMARK) prove

test:
	$(CARGO) test --locked
	$(CARGO) run --quiet --locked --bin proofmark -- test

check: licences documents
	$(CARGO) fmt --check
	$(CARGO) clippy --locked --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps --document-private-items
	$(CARGO) run --quiet --locked --bin proofmark -- check

# Licences and sources of the dependencies: by cargo-deny where it is installed, else by the tests alone.
licences:
	$(CARGO) test --quiet --locked --test it -- licences
	@if $(CARGO) deny --version >/dev/null 2>&1; then $(CARGO) deny check licenses bans sources; \
	else echo "licences: held against deny.toml by tests/it/licences.rs; cargo-deny, which is not installed, adds bans"; fi

# Documents against the code; `make documents UPDATE=1` writes the tables of SCHEMA.md anew.
documents:
	$(if $(UPDATE),UPDATE_DOCUMENTS=1) $(CARGO) test --quiet --locked --test it -- documents

bench:
	scripts/bench.sh

# Generated configurations planned by the real terraform and evaluated here. Settings: CASES (for each construct and
# function), SEED, ONLY (part of a name), TERRAFORM.
differential:
	mkdir -p target
	CASES=$${CASES:-100} TABLE=$${TABLE:-target/differential.md} $(CARGO) test --locked --test differential -- --nocapture every_planned

# One case of each pattern, planned and kept for `make test`.
record-differential:
	CASES=0 RECORD=tests/data/differential.json $(CARGO) test --locked --test differential -- --nocapture every_planned

.PHONY: bench-completions

# Setting: PROOFMARK_CORPUS, a folder of artifacts.
bench-completions:
	$(CARGO) bench --quiet --locked --bench completions

.PHONY: written-variants planned-variants

# Every variant of every reference written as files and read again, where `make test` takes a sample.
written-variants:
	VARIANTS=0 SHOW=1 $(CARGO) test --release --locked --test it -- --nocapture a_variant_written

# Written sources planned by the real terraform. Settings: PLANNED (variants of each reference), TERRAFORM, PROVIDER_MIRROR, ONLY.
planned-variants:
	mkdir -p target
	PLANNED=$${PLANNED:-50} TABLE=$${TABLE:-target/planned-variants.md} $(CARGO) test --release --locked --test it -- \
		--nocapture a_variant_planned

record: record-hcl record-awscdk record-cdktn record-terraconstructs

# Settings: TERRAFORM, PROVIDER_MIRROR (root of an unpacked filesystem mirror; the registry is asked when it is not set), JOBS.
record-hcl:
	scripts/record-hcl.sh

# The arms in TypeScript need node and, the first time, npm's registry.
record-awscdk record-cdktn record-terraconstructs: record-%:
	scripts/record-node.sh $*

cross-check:
	scripts/cross-check.sh

# The page of the shipped oracles, and one of an invented proof in which every section has something to show. Settings:
# CHROMIUM, SHOTS (a folder for pictures).
report-check:
	mkdir -p .tools/report
	REPORT_PAGE=$(CURDIR)/.tools/report/invented.html $(CARGO) test --quiet --locked --lib -- report::page
	$(PROOFMARK) prove --check --quiet --html .tools/report/proof.html
	scripts/report-check.sh .tools/report/proof.html .tools/report/invented.html

# Settings: TARGETS (all), SECONDS_EACH (60), CORPUS (a folder whose artifacts serve as seeds too).
fuzz:
	scripts/fuzz.sh $(TARGETS)
