# Sourced by run, test, linux and linux-check: adds the system packages that are missing and makes an
# environment with the pinned packages. Every step looks first, so a second call takes a moment.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# What Qt needs offscreen, then what a window on X11 needs on top.
window_packages=(libglib2.0-0 libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1
    libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxkbcommon-x11-0 libxcb-shape0)
# The token views have other fonts to fall back on, but not in scripts of which there is none.
font_package=fonts-jetbrains-mono
script_fonts=(zh-cn:fonts-wqy-microhei hi:fonts-lohit-deva ta:fonts-noto-core und-zsye:fonts-noto-color-emoji)
# A screen that is not there, and fonts in which the many scripts of the tests can be shaped.
test_packages=(xvfb xauth fonts-noto-core fonts-wqy-microhei fonts-lohit-deva fonts-noto-color-emoji)

# build_packages: what it takes to make the environment, as far as the Python found does not have it.
build_packages() {
    python3 -c 'import importlib.util, os, sysconfig
if not importlib.util.find_spec("ensurepip"): print("python3-venv")
if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")): print("python3-dev")'
    command -v cc >/dev/null || echo gcc
}

# font_packages: the font for tokens, and one for each script that no font here has.
font_packages() {
    local script
    echo "$font_package"
    for script in "${script_fonts[@]}"; do
        [ -n "$(fc-list ":lang=${script%%:*}" 2>/dev/null)" ] || echo "${script#*:}"
    done
}

# missing_packages NAME...: those not installed. Newer Debian and Ubuntu add t64 to some names.
missing_packages() {
    local name installed
    installed=" $(dpkg-query -W -f '${db:Status-Status}/${Package} ' "$@" "${@/%/t64}" 2>/dev/null) " || true
    for name in "$@"; do
        case $installed in
            *" installed/$name "* | *" installed/${name}t64 "*) ;;
            *) echo "$name" ;;
        esac
    done
}

# install_system_packages NAME...: those that are missing; prints the one command where it may not.
install_system_packages() {
    command -v dpkg-query >/dev/null || return 0  # not a Debian: what the person has installed has to do
    local missing as=""
    missing=$(missing_packages "$@" | xargs)
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            print_command "$missing"
            only_fonts $missing && return 0
            return 1
        fi
        as="sudo -n"
    fi
    echo "Installing system packages: $missing" >&2
    install_with_apt $missing && return 0
    echo "apt-get could not install: $missing" >&2
    return 1
}

install_with_apt() {
    local log status=0
    log=$(mktemp)
    # One repository that does not answer need not keep the packages of the others away.
    $as apt-get -o DPkg::Lock::Timeout=120 update >"$log" 2>&1 || true
    $as env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 \
        install -y --no-install-recommends "$@" >>"$log" 2>&1 || status=$?
    [ "$status" -eq 0 ] || tail -n 20 "$log" >&2
    rm -f "$log"
    return "$status"
}

only_fonts() {
    local name
    for name in "$@"; do [[ $name == fonts-* ]] || return 1; done
}

print_command() {
    local install="apt-get install --no-install-recommends $*"
    if only_fonts "$@"; then
        echo "Fonts are missing; others take their place, if there are any. This command installs them:" >&2
    else
        echo "System packages are missing. Install them with this command, then call this again:" >&2
    fi
    if command -v sudo >/dev/null; then echo "    sudo $install" >&2; else echo "    su - -c '$install'" >&2; fi
}

check_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return 0
    echo "Python 3.11 or later is needed; python3 here is: $(python3 --version 2>/dev/null || echo missing)." >&2
    return 1
}

# make_environment FOLDER EXTRA: FOLDER with this project (editable), what it needs and what the extra
# of pyproject.toml adds (none if empty), all as pinned; again only when what decides it has changed.
make_environment() {
    local folder=$1 extra=$2 wanted other
    wanted=$(cat "$root"/{pyproject.toml,setup.py,packaging/constraints*.txt,workbench/kernels/*.p[yx]*} | sha256sum)
    if usable "$folder"; then
        for other in "$extra" test; do  # what the tests need contains what the window needs
            [ -z "$extra" ] || [ "$other" = "$extra" ] || continue
            [ "$(cat "$folder/.made-for-${other:-window}" 2>/dev/null)" != "$wanted" ] || return 0
        done
    fi
    if [ -L "$folder" ]; then  # to make it anew would empty the environment that others use
        echo "$folder is a link to another environment; remove the link to make one here." >&2
        return 1
    fi
    echo "Making the environment in ${folder#"$root"/} (some minutes the first time)…" >&2
    usable "$folder" || python3 -m venv --clear "$folder" || return 1
    rm -f "$folder"/.made-for-*
    # The build requirements come first and from the same pins: in a build environment of its own,
    # pip would take the newest.
    local build_requirements
    build_requirements=$(python3 -c 'import sys, tomllib
print(*(r.replace(" ", "") for r in tomllib.load(open(sys.argv[1], "rb"))["build-system"]["requires"]))' "$root/pyproject.toml")
    install_pinned "$folder" $build_requirements || return 1
    # Only a person may do without a compiler, not what is tested or given away.
    WORKBENCH_COMPILED="${extra:+1}" install_pinned "$folder" --no-build-isolation --editable "$root${extra:+[$extra]}" || return 1
    echo "$wanted" >"$folder/.made-for-${extra:-window}"
}

# usable FOLDER: an environment that was moved, left half made, or made for a Python now gone is not.
usable() {
    "$1/bin/python" -c 'import pip' 2>/dev/null && head -n 3 "$1/bin/pip" 2>/dev/null | grep -qF "$1/bin/"
}

install_pinned() {
    local folder=$1
    shift
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$root/packaging/constraints.txt" --constraint "$root/packaging/constraints-builds.txt" "$@"
}
