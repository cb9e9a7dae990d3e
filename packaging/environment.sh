# Sourced by run and test: makes .venv with the pinned packages and adds the system packages that are
# missing. Every step looks first, so a second call takes a second.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
environment="$root/.venv"

# What Qt needs offscreen, then what a real X11 window needs on top, and the font of the token views.
window_packages="libglib2.0-0 libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1
libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxkbcommon-x11-0 libxcb-shape0 fonts-jetbrains-mono"
# A virtual screen, and fonts in which the many scripts of the tests can be shaped.
test_packages="xvfb xauth fonts-noto-core fonts-wqy-microhei fonts-lohit-deva fonts-noto-color-emoji"
# What it takes to make the environment: only asked for where the Python found cannot do without.
build_packages() {
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    python3 -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null || echo python3-dev
    command -v cc >/dev/null || echo gcc
}

installed() {  # newer Debian and Ubuntu add t64 to the names of some libraries
    dpkg-query -W -f '${db:Status-Status}\n' "$1" "$1t64" 2>/dev/null | grep -qx installed
}

# install_system_packages NAME...: those that are missing; prints the one command where it may not.
install_system_packages() {
    command -v dpkg-query >/dev/null || return 0  # not a Debian: the person's own packages have to do
    local missing=() name
    for name in "$@"; do installed "$name" || missing+=("$name"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    local as=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as=(sudo -n)
        else
            echo "These system packages are missing. Install them, then call this again:" >&2
            echo "    sudo apt-get install --no-install-recommends ${missing[*]}" >&2
            return 1
        fi
    fi
    echo "Installing system packages: ${missing[*]}" >&2
    local log
    log=$(mktemp)
    if ! { "${as[@]}" apt-get update && "${as[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "apt-get could not install: ${missing[*]}" >&2
        return 1
    fi
    rm -f "$log"
}

check_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return 0
    echo "Python 3.11 or later is needed; python3 here is: $(python3 --version 2>&1)." >&2
    return 1
}

# make_environment EXTRAS: .venv with the project (EXTRAS is "" or "[test]"), renewed when what decides it changes.
make_environment() {
    local extras=$1 stamp="$environment/.made-for${1//[\[\]]/-}" wanted
    wanted=$(cd "$root" && { python3 --version; pwd; cat pyproject.toml setup.py packaging/constraints.txt; } 2>/dev/null | sha256sum)
    if [ -x "$environment/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then return 0; fi
    echo "Making the environment in .venv (some minutes the first time)…" >&2
    [ -x "$environment/bin/python" ] || python3 -m venv "$environment" || return 1
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$root/packaging/constraints.txt" --editable "$root$extras" || return 1
    echo "$wanted" >"$stamp"
}
