import { resolve } from 'node:path'
import { freshFolder, REPOSITORY, type Start } from './server-process.ts'

/** The image's user, who has no name on this machine. */
export const NONROOT = 65532

/** Like every container, it has /proc and /dev/null, which the runtime needs. It has no /tmp, /etc, home or shell. */
const BARE_ROOT = `
set -e
umask 022
root=$0 program=$1 data=$2 variables=$3
shift 3
mount -t tmpfs -o mode=0755 none "$root"
for file in $(ldd "$program" | grep -o '/[^ ]*'); do
	mkdir -p "$root\${file%/*}"
	touch "$root$file"
	mount --bind "$file" "$root$file"
done
touch "$root/backseat"
mount --bind "$program" "$root/backseat"
mkdir "$root/data" "$root/proc" "$root/dev"
touch "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount --bind "$data" "$root/data"
mount --rbind /proc "$root/proc"
mount -o remount,ro "$root"
exec env -i $variables "$(command -v chroot)" --userspec=${NONROOT}:${NONROOT} --groups= "$root" /backseat "$@"
`

type BareRoot = {
	program: string
	/** Mounted at /data, the only place that the program can write to. */
	dataDir: string
	/** Values without spaces. */
	variables?: Record<string, string>
}

/** Runs a program as in the hardened containers of docs/self-hosting.md and deploy/. */
export const inBareRoot = ({ program, dataDir, variables = {} }: BareRoot, ...words: string[]): Start => ({
	command: [
		'unshare',
		'--mount',
		'sh',
		'-c',
		BARE_ROOT,
		freshFolder(),
		resolve(REPOSITORY, program),
		dataDir,
		Object.entries(variables)
			.map((variable) => variable.join('='))
			.join(' '),
		...words,
	],
})

/** Why this machine cannot make a bare root, or null. */
export function whyNoBareRoot(): string | null {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
	const tried = Bun.spawnSync(['unshare', '-m', 'sh', '-c', 'mount -t tmpfs none /mnt && ldd /bin/sh && chroot / true'])
	return tried.success ? null : 'needs the right to make a mount namespace'
}
