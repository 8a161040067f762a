import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceScope } from '#server/operations/service-unit/systemd.ts'
import { freshFolder, PROGRAM, REPOSITORY } from '#server/testing/server-process.ts'

/*
 * A machine with systemd, for tests: programs with systemd's names that record their calls. `restart` really runs the
 * unit's ExecStart line with the unit's settings. These tests cannot show that the real systemd does the same.
 */

const SYSTEMCTL = `#!/bin/sh
here=$(dirname "$0")/..
echo "systemctl $*" >> "$here/calls"
[ "$1" = --user ] && shift
shift
unit=$here/etc/backseat.service
stop() { [ -f "$here/pid" ] && kill -TERM "$(cat "$here/pid")" 2>/dev/null; rm -f "$here/pid"; }
case $1 in
	restart)
		stop
		set -a; [ -f "$here/etc/backseat.env" ] && . "$here/etc/backseat.env"; set +a
		start=$(sed -n 's/^ExecStart=//p' "$unit")
		sh -c "exec $start" > "$here/log" 2>&1 &
		echo $! > "$here/pid" ;;
	disable) stop ;;
	show)
		if [ -f "$here/pid" ] && kill -0 "$(cat "$here/pid")" 2>/dev/null
		then echo ActiveState=active; echo MemoryCurrent=104857600
		elif [ -f "$here/pid" ]
		then echo ActiveState=failed; echo ExecMainStatus=78; echo 'MemoryCurrent=[not set]'
		else echo ActiveState=inactive; echo MemoryCurrent=18446744073709551615
		fi
		echo UnitFileState=enabled; echo NRestarts=0 ;;
	refuse*) exit 1 ;;
esac
`
const JOURNALCTL = `#!/bin/sh
cat "$(dirname "$0")/../log"
`
const RECORDS = (name: string, exitCode: number) => `#!/bin/sh
echo "${name} $*" >> "$(dirname "$0")/../calls"
exit ${exitCode}
`

/** `binary` runs the server from source under the name of a single program. */
export function recordingSystemd({ isUser = false } = {}) {
	const folder = freshFolder()
	const path = join(folder, 'bin')
	for (const name of ['bin', 'etc']) mkdirSync(join(folder, name))
	const program = (name: string, text: string) => {
		writeFileSync(join(path, name), text)
		chmodSync(join(path, name), 0o755)
	}
	program('systemctl', SYSTEMCTL)
	program('journalctl', JOURNALCTL)
	program('id', RECORDS('id', 1))
	program('systemd-sysusers', RECORDS('systemd-sysusers', 0))
	program('backseat', `#!/bin/sh\ncd ${REPOSITORY}\nexec ${PROGRAM.join(' ')} "$@"\n`)

	const place: ServiceScope = {
		isUser,
		unitFile: join(folder, 'etc/backseat.service'),
		envFile: join(folder, 'etc/backseat.env'),
		dataDir: join(folder, 'data'),
	}
	const calls = join(folder, 'calls')
	return {
		place,
		path,
		binary: join(path, 'backseat'),
		/** All calls of one program, one per line. */
		calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
	}
}
