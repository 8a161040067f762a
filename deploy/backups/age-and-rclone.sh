#!/bin/sh
# backup-command of Backseat: encrypts a backup for a key that is kept elsewhere, and uploads it with rclone, to S3 and
# some 70 other services. Change the next two lines. docs/backups.md explains them.
REMOTE=elsewhere:backseat
RECIPIENTS=/etc/backseat/backup-recipients

set -eu
umask 077
# rclone asks nothing: its settings must be complete.
export RCLONE_CONFIG="${RCLONE_CONFIG:-/etc/backseat/rclone.conf}" RCLONE_ASK_PASSWORD=false

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
encrypted=$folder/$(basename "$1").age

age --encrypt --recipients-file "$RECIPIENTS" --output "$encrypted" "$1"
rclone copyto --immutable "$encrypted" "$REMOTE/$(basename "$encrypted")"
# Deleting what is older than 40 days, so that members who left are gone there, too.
rclone delete --min-age 40d --include 'backseat-*.age' "$REMOTE"
