#!/bin/sh
# backup-command of Backseat: adds a backup to a restic repository, which encrypts it. Change the next two lines.
# docs/backups.md explains them.
REPOSITORY=sftp:nas:/srv/backseat
PASSWORD_FILE=/etc/backseat/restic-password

set -eu
export RESTIC_REPOSITORY="$REPOSITORY" RESTIC_PASSWORD_FILE="$PASSWORD_FILE"

# One name for all, so that restic stores only what has changed. Without a cache, because the service may have no home.
restic --no-cache backup --quiet --tag backseat --stdin --stdin-filename backseat.db < "$1"
# Deleting what is older than 40 days, so that members who left are gone there, too.
restic --no-cache forget --quiet --tag backseat --keep-within 40d --prune
