#!/bin/sh
# dpkg calls it with 'configure' and the version it replaces, rpm with the number of installed versions.
set -e

case "$1" in
	configure) replaced=$2 ;;
	1) replaced= ;;
	[2-9]*) replaced=yes ;;
	*) exit 0 ;;
esac

systemd-sysusers /usr/lib/sysusers.d/backseat-server.conf
# systemd sets the owner of all files in a folder that belongs to another user, such as a copy made by root.
[ -e /var/lib/backseat ] || install -d -m 700 -o backseat -g backseat /var/lib/backseat
[ -e /etc/backseat.env ] || install -m 600 /usr/share/backseat-server/backseat.env /etc/backseat.env

running=
[ ! -d /run/systemd/system ] || running=yes
[ -z "$running" ] || systemctl daemon-reload
if [ -z "$replaced" ]; then
	systemctl enable ${running:+--now} backseat.service
	echo "Backseat runs at http://localhost:7433. The set-up link for the first host: sudo journalctl -u backseat"
elif [ -n "$running" ]; then
	systemctl try-restart backseat.service
fi
