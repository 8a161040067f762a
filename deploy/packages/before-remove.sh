#!/bin/sh
# dpkg calls it with 'remove' or 'upgrade', rpm with the number of versions that stay. Nothing runs after a removal: with
# such a script dpkg would remember the version, and a new installation would look like an update.
set -e

case "$1" in
	remove | 0) ;;
	*) exit 0 ;;
esac

if [ -d /run/systemd/system ]; then
	systemctl disable --now backseat.service
else
	systemctl disable backseat.service
fi
