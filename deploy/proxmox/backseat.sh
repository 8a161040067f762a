#!/bin/sh
# Makes a Debian container with Backseat in it. Run it as root on a Proxmox VE host: sh backseat.sh [ID]
# Variables: STORAGE (local-lvm), TEMPLATES (local), BRIDGE (vmbr0), BACKSEAT_RELEASES (the newest release's files).
set -eu

id=${1:-$(pvesh get /cluster/nextid)}
storage=${STORAGE:-local-lvm}
templates=${TEMPLATES:-local}
releases=${BACKSEAT_RELEASES:-https://github.com/your_account/backseat/releases/latest/download}

pveam update >/dev/null
template=$(pveam available --section system | awk '$2 ~ /^debian-12-standard/ { name = $2 } END { print name }')
[ -n "$template" ] || { echo 'Proxmox offers no template of Debian 12.' >&2; exit 1; }
pveam list "$templates" | grep -qF "$template" || pveam download "$templates" "$template"

# The service's sandbox needs nesting.
pct create "$id" "$templates:vztmpl/$template" --hostname backseat --unprivileged 1 --features nesting=1 \
	--cores 1 --memory 512 --swap 256 --rootfs "$storage:4" --onboot 1 \
	--net0 "name=eth0,bridge=${BRIDGE:-vmbr0},ip=dhcp,ip6=auto"
pct start "$id"

inside=$(cat <<'INSIDE'
set -eu
for _ in $(seq 60); do
	getent hosts deb.debian.org >/dev/null && break
	sleep 1
done
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -qq -y ca-certificates curl >/dev/null

cd "$(mktemp -d)"
chmod 755 .
curl -fsSLO "$RELEASES/SHA256SUMS"
file=$(grep -o "backseat-server_[^ ]*_$(dpkg --print-architecture)\.deb$" SHA256SUMS) || {
	echo 'There is no package for this processor.' >&2
	exit 1
}
curl -fsSLO "$RELEASES/$file"
grep -F "  $file" SHA256SUMS | sha256sum -c --quiet

# Before the package, which starts the service.
install -d /var/lib/backseat
printf '%s\n' 'lan = true' 'signup = "invite"' > /var/lib/backseat/backseat.toml
apt-get install -qq -y "./$file" >/dev/null
chown backseat:backseat /var/lib/backseat/backseat.toml
echo "Backseat runs at http://$(hostname -I | cut -d ' ' -f 1):7433"
INSIDE
)
pct exec "$id" -- env RELEASES="$releases" sh -c "$inside" </dev/null
echo "The log has a set-up link, valid for 30 minutes after each start. It makes the first account, which is host."
echo "The log: pct exec $id -- journalctl -u backseat. Updates: the newer package, in the container: apt install ./backseat-server_…deb"
