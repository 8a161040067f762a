import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { groupUnits } from '#server/operations/service-unit/group-units.ts'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'

/*
 * A machine with the real systemd as its first process, in namespaces of its own for processes, mounts, network and
 * control groups. Everything that it writes is in memory and disappears with it.
 */

const SYSTEMD = '/lib/systemd/systemd'
const TOOLS = ['unshare', 'nsenter', 'mount', 'systemctl', 'systemd-notify', 'systemd-sysusers', 'setpriv']

/** The reason why no such machine can run here, or null. */
export function whyNoMachine(program: string | undefined): string | null {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
	if (!existsSync(SYSTEMD) || !existsSync('/lib/systemd/systemd-socket-proxyd')) return 'needs the files of systemd'
	const missing = TOOLS.find((tool) => !Bun.which(tool))
	if (missing) return `needs ${missing}`
	if (!program) return 'needs the built program: TEST_PROGRAM=dist/backseat'
	const tried = Bun.spawnSync(['unshare', '-mpfnC', '--mount-proc', 'mount', '-t', 'tmpfs', 'tmpfs', '/run'])
	return tried.success ? null : 'needs the right to make namespaces'
}

/** The targets that the units of a group need. Without the other units of a real machine, it starts in 0.2 s. */
const TARGETS = ['sysinit', 'basic', 'sockets', 'timers', 'shutdown', 'network', 'time-sync', 'multi-user']

/** Creates a control group in each hierarchy, so that systemd finds itself at the root of all of them. */
const OUTER = `
here=$(cat /proc/self/cgroup)
while IFS=: read -r id names path; do
	at=\${names#name=}
	[ "$id" = 0 ] && { [ -d /sys/fs/cgroup/unified ] && at=unified || at=.; }
	from=/sys/fs/cgroup/$at$path
	[ -e "$from/cgroup.procs" ] || from=/sys/fs/cgroup/$at
	mkdir -p "$from/$NAME" || continue
	for file in cpuset.cpus cpuset.mems; do [ "$at" = cpuset ] && cat "$from/$file" > "$from/$NAME/$file"; done
	echo $$ > "$from/$NAME/cgroup.procs"
	echo "$from/$NAME" >> "$FOLDER/cgroups"
done <<< "$here"
exec unshare --mount --pid --fork --net --cgroup --mount-proc --kill-child bash -c "$INNER"
`

const INNER = `
set -e
# A test process may have another: /etc would be closed to every user but root.
umask 022
mount --make-rprivate /
ip link set lo up 2>/dev/null || true
if [ "$(wc -l < /proc/self/cgroup)" = 1 ]; then
	mount -t cgroup2 cgroup2 /sys/fs/cgroup
else
	mount -t tmpfs tmpfs /sys/fs/cgroup
	while IFS=: read -r id names path; do
		at=\${names#name=}; type=cgroup; options="$names"
		[ "$id" = 0 ] && { at=unified; type=cgroup2; options=rw; }
		[ "$at" = systemd ] && options=none,name=systemd
		mkdir "/sys/fs/cgroup/$at"
		mount -t $type -o "$options" cgroup "/sys/fs/cgroup/$at"
	done < /proc/self/cgroup
fi
for at in /run /var/lib /usr/local/bin; do mount -t tmpfs -o mode=0755 tmpfs $at; done
mkdir -p /run/etc/upper /run/etc/work
mount -t overlay overlay -o lowerdir=/etc,upperdir=/run/etc/upper,workdir=/run/etc/work /etc
mount -t tmpfs -o mode=0755 tmpfs /etc/systemd/system
cp "$FOLDER"/units/* /etc/systemd/system
grep -q "^caddy:" /etc/group || echo "caddy:x:60016:" >> /etc/group
touch /usr/local/bin/backseat
mount --bind "$PROGRAM" /usr/local/bin/backseat
mkdir /etc/backseat
export SYSTEMD_UNIT_PATH=/etc/systemd/system container=unshare
exec ${SYSTEMD} --system --unit=multi-user.target --log-target=console --default-standard-output=null --show-status=no
`

const PROGRAM_THERE = '/usr/local/bin/backseat'

export type Machine = Awaited<ReturnType<typeof startMachine>>

/** Has the built program and the units of groups, which sleep after `idleLimit`. */
export async function startMachine({ program, idleLimit }: { program: string; idleLimit: string }) {
	const folder = freshFolder()
	const units = join(folder, 'units')
	mkdirSync(units)
	for (const target of TARGETS) writeFileSync(join(units, `${target}.target`), '[Unit]\nDefaultDependencies=no\n')
	for (const { name, text } of groupUnits(PROGRAM_THERE))
		writeFileSync(join(units, name), text.replace(/(?<=--exit-idle-time=)\w+/, idleLimit))
	const name = `backseat-test-${process.pid}-${folder.slice(-6)}`
	const env = {
		PATH: process.env.PATH ?? '',
		FOLDER: folder,
		NAME: name,
		INNER,
		PROGRAM: resolve(program),
	}
	const log = Bun.file(join(folder, 'log'))
	const outer = Bun.spawn(['bash', '-c', OUTER], { env, stdout: log, stderr: log })
	const failed = () => new Error(`systemd ended: ${readFileSync(join(folder, 'log'), 'utf8')}`)
	const pid = await firstProcess(outer, failed)
	const inside = (words: string[]) =>
		runToEnd({ command: ['nsenter', `--target=${pid}`, '-m', '-p', '-n', '-C', ...words] })
	const systemctl = (...words: string[]) => inside(['systemctl', '--no-pager', ...words])
	while ((await systemctl('is-active', 'multi-user.target')).stdout !== 'active\n') {
		if (outer.exitCode !== null) throw failed()
		await Bun.sleep(20)
	}
	return {
		/** Path to one of the machine's files from outside. */
		pathOf: (path: string) => `/proc/${pid}/root${path}`,
		inside,
		systemctl,
		/** As described in docs/hosting-many.md. */
		installGroups: (...groups: string[]) => inside([PROGRAM_THERE, 'service', 'install', '--group', ...groups]),
		log: () => readFileSync(join(folder, 'log'), 'utf8'),
		async end() {
			process.kill(pid, 'SIGKILL')
			await outer.exited
			// The kernel releases the processes a moment later.
			await Bun.sleep(100)
			for (const path of readFileSync(join(folder, 'cgroups'), 'utf8').trim().split('\n')) removeGroups(path)
		},
	}
}

/** The child of `unshare`, which is process 1 inside. */
async function firstProcess(outer: Bun.Subprocess, failed: () => Error): Promise<number> {
	const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
	while (outer.exitCode === null) {
		const [child] = read(`/proc/${outer.pid}/task/${outer.pid}/children`).trim().split(' ')
		if (child && read(`/proc/${child}/cmdline`).startsWith(SYSTEMD)) return Number(child)
		await Bun.sleep(10)
	}
	throw failed()
}

function removeGroups(path: string) {
	const { stdout } = Bun.spawnSync(['find', path, '-depth', '-type', 'd'])
	for (const folder of stdout.toString().split('\n').filter(Boolean))
		try {
			rmdirSync(folder)
		} catch {
			// The group of a process that the kernel has not released. The group is empty and harmless.
		}
}
