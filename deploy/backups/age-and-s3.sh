#!/bin/sh
# backup-command of Backseat: encrypts a backup for a key that is kept elsewhere, and uploads it with curl to a bucket of
# S3, MinIO, Garage, Backblaze and the like. Change the next four lines. docs/backups.md explains them.
BUCKET=https://s3.eu-central-1.amazonaws.com/my-backups
REGION=eu-central-1
# A curl config file, for this user alone, with one line: user = "ACCESS_KEY:SECRET_KEY"
CREDENTIALS=/etc/backseat/s3-credentials
RECIPIENTS=/etc/backseat/backup-recipients

set -eu
umask 077
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
encrypted=$folder/$(basename "$1").age

age --encrypt --recipients-file "$RECIPIENTS" --output "$encrypted" "$1"
hash=$(sha256sum "$encrypted" | cut -d ' ' -f 1)
# Old ones are removed by a lifecycle rule of the bucket: 40 days.
curl --config "$CREDENTIALS" --aws-sigv4 "aws:amz:$REGION:s3" --header "x-amz-content-sha256: $hash" \
	--fail-with-body --silent --show-error --retry 5 --upload-file "$encrypted" "$BUCKET/$(basename "$encrypted")"
