import { EXIT } from '#contract/start-problems.ts'
import { printable } from '#server/log/printable-text.ts'
import { StartRefused } from '#server/start-refused.ts'

/** What a service runs, and for whom. Paths are absolute. */
export type ServedUnit = {
	/** A service of one person instead of the whole machine. */
	isUser: boolean
	binary: string
	dataDir: string
	/** Null is the folder in the data. */
	backupDir: string | null
	envFile: string
}

/** Where a system service has its data: systemd makes the folder for the service's user and closes it to all others. */
export const STATE_FOLDER = '/var/lib/backseat'
export const SERVICE_USER = 'backseat'
/** The unit's first line, by which we know our own file again. */
export const MADE_BY_US = "# Made by 'backseat service install', which overwrites it. Changes: systemctl edit backseat"

/**
 * What would have the program run other code, be another program, open itself to a debugger, or log what it
 * sends. Tried with the compiled program. NODE_EXTRA_CA_CERTS stays: who has an authority of their own sets it on purpose.
 */
const NOT_FOR_THE_SERVICE = [
	'BUN_BE_BUN',
	'BUN_OPTIONS',
	'BUN_INSPECT',
	'BUN_INSPECT_CONNECT_TO',
	'BUN_INSPECT_NOTIFY',
	'BUN_INSPECT_PRELOAD',
	'BUN_CONFIG_VERBOSE_FETCH',
	'NODE_OPTIONS',
	'NODE_TLS_REJECT_UNAUTHORIZED',
	'NODE_DEBUG',
].join(' ')

/** Refuses a path that no unit can hold, before anything is done. */
export const unitFile = (unit: ServedUnit): string => `${MADE_BY_US}

[Unit]
Description=Backseat, the app for rating rides from friends and family
${AFTER_CLOCK}

[Service]
${unit.isUser ? '' : `${AS_SERVICE_USER}\n`}Type=exec
# Its state is told too. Not Type=notify: an older program, put back after an upgrade, would never say that it answers.
NotifyAccess=all
ExecStart=${commandLine(unit)}
EnvironmentFile=${optionalFilePattern(unit.envFile)}
${serverInService({ memoryMax: '1G' })}

${unit.isUser ? '' : `${closedMachine(unit)}\n\n`}${fewCalls()}

[Install]
WantedBy=${unit.isUser ? 'default.target' : 'multi-user.target'}
`

export const AFTER_CLOCK = `# A wrong clock would end sessions and age backups; where nothing keeps the time this waits for nothing.
After=network.target time-sync.target`

const AS_SERVICE_USER = `User=${SERVICE_USER}\nGroup=${SERVICE_USER}`

/** How it is restarted, stopped and bounded. */
export const serverInService = ({ memoryMax }: { memoryMax: string }) => `${CLEAN_ENVIRONMENT}
Restart=on-failure
RestartSec=5
# A restart does not fix a bad flag (64), damaged data (65), failed migration (70), closed folder (73) or bad setting (78).
# A port (69) or a data folder (75) in use may be free again soon.
RestartPreventExitStatus=64 65 70 73 78
TimeoutStopSec=15
LimitNOFILE=16384
TasksMax=256
# Many times what it needs: a leak ends this service, not the machine.
MemoryMax=${memoryMax}`

export const CLEAN_ENVIRONMENT = `# Whoever sets one of these, here or for all services, does not mean Backseat.
UnsetEnvironment=${NOT_FOR_THE_SERVICE}
UMask=0077`

function commandLine({ binary, dataDir, backupDir }: ServedUnit): string {
	const words = ['serve', '--data-dir', dataDir, ...(backupDir === null ? [] : ['--backup-dir', backupDir])]
	return [programWord(binary), ...words.map(argumentWord)].join(' ')
}

function closedMachine({ dataDir, backupDir }: ServedUnit): string {
	const others = [dataDir === STATE_FOLDER ? null : dataDir, backupDir].filter((path) => path !== null)
	return `# It reads the system and writes its data. '-': a backup disk that is not there stops no ratings.
StateDirectory=backseat
StateDirectoryMode=0700
${others.map((path) => `ReadWritePaths=${optionalPathWord(path)}\n`).join('')}${CLOSED_MACHINE}
# To serve port 443 without a proxy: CAP_NET_BIND_SERVICE in both.
${NO_CAPABILITIES}`
}

/** Only root's systemd can close the file system and the devices for a program. */
export const CLOSED_MACHINE = `ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
KeyringMode=private`

export const NO_CAPABILITIES = `CapabilityBoundingSet=
AmbientCapabilities=`

/** Netlink lists the addresses of this machine. */
const FAMILIES_OF_THE_SERVER = 'AF_INET AF_INET6 AF_UNIX AF_NETLINK'

export const fewCalls = (
	families = FAMILIES_OF_THE_SERVER,
) => `# Few calls of the kernel. Without MemoryDenyWriteExecute: under it the JavaScript engine compiles nothing and is 20 times slower.
NoNewPrivileges=yes
LockPersonality=yes
RestrictAddressFamilies=${families}
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM`

/*
 * Paths as systemd's unit files want them (systemd.syntax(7), and what each setting makes of its text beyond that).
 */

/** The program of ExecStart, where nothing is done with a dollar sign. systemd takes no quotes and no backslash in it. */
export function programWord(path: string): string {
	if (!/["'\\]/.test(path)) return quoted(fitForUnit(path))
	throw new StartRefused(
		`systemd starts no program from ${printable(path)}: there are quotes or a backslash in its path. Put it where it can stay: sudo install -m 755 backseat /usr/local/bin/backseat`,
		EXIT.badSetting,
	)
}

/** Any other word of ExecStart: a dollar sign begins a variable. */
const argumentWord = (word: string) => quoted(fitForUnit(word)).replaceAll('$', '$$$$')

/** One of several paths behind a setting, for a disk that may be missing. */
const optionalPathWord = (path: string) => quoted(`-${fitForUnit(path)}`)

/** The path of EnvironmentFile, which may be missing: the whole line is the path, without quotes, and may be a pattern. */
const optionalFilePattern = (path: string) => `-${withoutSpecifiers(fitForUnit(path)).replaceAll(/[\\*?[]/g, '\\$&')}`

/** A line break in a path would be a line of the unit, of which systemd does what it says. */
function fitForUnit(path: string): string {
	const shown = printable(path)
	// Lone surrogates and code points that are no characters are not UTF-8 to systemd.
	if (shown === path && !/\p{Noncharacter_Code_Point}/u.test(path)) return path
	throw new StartRefused(
		`A service cannot have the path ${shown}: a character in it cannot be seen, and might begin another line of the unit. Rename the folder.`,
		EXIT.badFlag,
	)
}

function quoted(text: string): string {
	const word = withoutSpecifiers(text)
	return /^[\w./@:+$%-]+$/.test(word) ? word : `"${word.replaceAll(/[\\"]/g, '\\$&')}"`
}

/** A percent sign begins a specifier in every setting, within quotes too. */
const withoutSpecifiers = (text: string) => text.replaceAll('%', '%%')
