#!/bin/sh
# Puts Backseat for this Linux or macOS into one folder, once its SHA-256 hash is right. Run it again to update.
#
#   curl -fsSL https://github.com/your_account/backseat/releases/latest/download/install.sh | sh
#
# It asks nothing and writes only into that folder. Two variables change it:
#   BACKSEAT_FOLDER     the folder: /usr/local/bin for root, ~/.local/bin for others
#   BACKSEAT_RELEASES   the address of the files: by default the newest release; .../releases/download/v0.1.0 is a certain one
set -eu

newest=https://github.com/your_account/backseat/releases/latest

fail() {
	echo "install.sh: $1" >&2
	exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

download() {
	if has curl; then
		curl --fail --silent --show-error --location --retry 2 --output "$2" "$1"
	elif has wget; then
		wget -q -O "$2" "$1"
	else
		fail 'curl or wget is needed'
	fi || fail "could not download $1"
}

hash_of() {
	if has sha256sum; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

file_for_this_machine() {
	system=$(uname -s) machine=$(uname -m) library=
	case $system in
	Linux)
		system=linux
		if ldd --version 2>&1 | grep -qi musl; then library=-musl; fi
		;;
	Darwin)
		system=macos
		# A shell that runs under Rosetta is told that the processor is Intel's.
		if [ "$(sysctl -n hw.optional.arm64 2>/dev/null || true)" = 1 ]; then machine=arm64; fi
		;;
	esac
	case $machine in
	x86_64 | amd64) machine=x64 ;;
	aarch64) machine=arm64 ;;
	esac
	echo "backseat-$system-$machine$library"
}

# A function that the last line calls: of a download that was cut off, nothing runs.
main() {
	releases=${BACKSEAT_RELEASES:-$newest/download}
	releases=${releases%/}
	default=/usr/local/bin
	[ "$(id -u)" = 0 ] || default=${HOME:?}/.local/bin
	folder=${BACKSEAT_FOLDER:-$default}
	file=$(file_for_this_machine)

	mkdir -p "$folder" || fail "cannot make $folder; BACKSEAT_FOLDER names another"
	work=$(mktemp -d "$folder/.backseat-XXXXXX") || fail "cannot write into $folder; BACKSEAT_FOLDER names another"
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM

	download "$releases/SHA256SUMS" "$work/sums"
	hash=$(sed -n "s/^\([0-9a-f]\{64\}\)  $file\$/\1/p" "$work/sums")
	[ -n "$hash" ] || fail "there is no $file. What there is: $newest"
	download "$releases/$file" "$work/backseat"
	[ "$(hash_of "$work/backseat")" = "$hash" ] || fail "the hash of $file is wrong, so it was not installed"
	chmod 755 "$work/backseat"
	version=$("$work/backseat" version 2>&1) || fail "$file does not run here: $version"
	# A running program keeps its old file until it is restarted.
	mv -f "$work/backseat" "$folder/backseat"

	command=$folder/backseat
	case :$PATH: in *":$folder:"*) command=backseat ;; esac
	echo "$folder/backseat: version ${version#backseat }"
	echo "Start it with: $command serve"
}

main
