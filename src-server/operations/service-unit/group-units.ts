import {
	AFTER_CLOCK,
	CLEAN_ENVIRONMENT,
	CLOSED_MACHINE,
	fewCalls,
	NO_CAPABILITIES,
	programWord,
	STATE_FOLDER,
	serverInService,
} from './unit-file.ts'

/*
 * Many groups on one machine (docs/hosting-many.md): each is a folder and a socket, named by the group's host name, which
 * is %i in these templates. The socket wakes the group at a request; without requests it sleeps.
 */

/** Where the sockets are that the proxy opens: /run/backseat/NAME.sock. */
const DOORS = '/run/backseat'
/** Where each server has its own, in a folder of its own. */
const SERVERS = 'backseat-servers'

/**
 * A group without a request for so long goes to sleep. Not less: most limits are in memory, and a crash forgets the pauses
 * after wrong passwords, the longest of which is 15 minutes.
 */
export const IDLE_LIMIT = '20min'

/** The services whose user `service install --group` names for each group. */
export const GROUP_SERVICES = ['backseat-door@.service', 'backseat@.service', 'backseat-backup@.service'] as const

/**
 * Groups must not share a user: the kernel lets processes of one user look at each other's files and variables through /proc.
 * The templates name a user that nobody has, so that a group without its own is not started as root.
 */
const OWN_USER = `# Each group has a user of its own, named in a file that 'backseat service install --group' makes; this one does not exist.
User=backseat-of-no-group
Group=backseat-of-no-group
PrivateUsers=yes`

type UnitTemplate = { name: string; text: string }

/** Every file that such a machine needs beside the program. Each begins with its own name. */
export function groupUnits(binary: string): UnitTemplate[] {
	const program = programWord(binary)
	const units = {
		'backseat@.socket': door(),
		'backseat-door@.service': doorkeeper(),
		'backseat@.service': server(program),
		'backseat-backup@.timer': backupTimer(),
		'backseat-backup@.service': backup(program),
	}
	return Object.entries(units).map(([name, text]) => ({
		name,
		text: `# ${name}
# Printed by 'backseat service install --many --print'. Changes: systemctl edit ${name}; for one group put its name behind the @.

${text}
`,
	}))
}

const door = () => `[Unit]
Description=Backseat of %i: its door
Wants=backseat-backup@%i.timer

[Socket]
ListenStream=${DOORS}/%i.sock
# The web server in front, and nobody else, may open it.
SocketUser=root
SocketGroup=caddy
SocketMode=0660
# A name without a socket is no group any more: it gets no certificate.
RemoveOnStop=yes
Service=backseat-door@%i.service

[Install]
WantedBy=sockets.target`

/** Bun cannot listen on a socket that is handed to it, so a program of systemd's does. */
const doorkeeper = () => `[Unit]
Description=Backseat of %i: wakes it for its visitors, and lets it sleep
# Not Requires: of a server that cannot start, systemd would give up the socket too, and only an operator could open it again.
Wants=backseat@%i.service
After=backseat@%i.service
${OFTEN_STARTED}

[Service]
Type=exec
ExecStart=/usr/lib/systemd/systemd-socket-proxyd --connections-max=1024 --exit-idle-time=${IDLE_LIMIT} /run/${SERVERS}/%i/http.sock
${OWN_USER}
TemporaryFileSystem=/run/${SERVERS}:ro
BindReadOnlyPaths=/run/${SERVERS}/%i
InaccessiblePaths=${STATE_FOLDER} -${DOORS}
PrivateNetwork=yes
LimitNOFILE=16384
TasksMax=16
MemoryMax=64M
CPUWeight=50

${CLOSED_MACHINE}
${NO_CAPABILITIES}

${fewCalls('AF_UNIX')}`

/** A server that crashes waits for RestartSec, and a door that fails is held up by its socket. */
const OFTEN_STARTED = `# To wake is no sign of trouble, however often it happens.
StartLimitIntervalSec=0`

const server = (program: string) => `[Unit]
Description=Backseat of %i
${AFTER_CLOCK}
StopWhenUnneeded=yes
${OFTEN_STARTED}

[Service]
${OWN_USER}
Type=notify
NotifyAccess=all
# The first start after an upgrade may have large data to bring up to date; the request that woke it waits.
TimeoutStartSec=infinity
ExecStart=${program} serve
Environment=BACKSEAT_LISTEN=unix:/run/${SERVERS}/%i/http.sock
${groupSettings()}
${serverInService({ memoryMax: '256M' })}
CPUWeight=50

${ownFolderOnly()}
RuntimeDirectory=${SERVERS}/%i
RuntimeDirectoryMode=0700
# The door has bound this very folder, and stays open while the server is started again, or cannot start.
RuntimeDirectoryPreserve=yes
TemporaryFileSystem=/run/${SERVERS}:ro
BindPaths=/run/${SERVERS}/%i
# For a group that sends mail, rings phones, or sends usage events to a PostHog: PrivateNetwork=no.
PrivateNetwork=yes
${CLOSED_MACHINE}
${NO_CAPABILITIES}

${fewCalls()}`

const backupTimer = () => `[Unit]
Description=Backseat of %i: when its daily backup is looked after
PartOf=backseat@%i.socket

[Timer]
# Not once a day: of a group that was awake, the last one may be from any hour. For each group the same minutes on every day,
# and not those of the others.
OnCalendar=00/6:00
RandomizedDelaySec=6h
FixedRandomDelay=yes
Persistent=yes`

const backup = (program: string) => `[Unit]
Description=Backseat of %i: its daily backup, if it is due
# A group that nobody has visited yet has no data.
ConditionPathExists=${STATE_FOLDER}/%i/backseat.db

[Service]
${OWN_USER}
Type=oneshot
ExecStart=${program} backup create --daily
${groupSettings()}
${CLEAN_ENVIRONMENT}
MemoryMax=256M
CPUWeight=20
IOWeight=20

${ownFolderOnly()}
PrivateNetwork=yes
${CLOSED_MACHINE}
${NO_CAPABILITIES}

${fewCalls()}`

/** They beat the group's backseat.toml; its file in /etc/backseat, which only root can read, beats them. */
const groupSettings =
	() => `Environment=BACKSEAT_DATA_DIR=${STATE_FOLDER}/%i BACKSEAT_PUBLIC_URL=https://%i BACKSEAT_TRUSTED_PROXIES=127.0.0.1 BACKSEAT_SIGNUP=invite
EnvironmentFile=-/etc/backseat/%i.env`

/** No group sees the folder or the socket of another. systemd hands all files in the folder to the group's user at a start. */
const ownFolderOnly = () => `StateDirectory=backseat/%i
StateDirectoryMode=0700
TemporaryFileSystem=${STATE_FOLDER}:ro
BindPaths=${STATE_FOLDER}/%i
InaccessiblePaths=-${DOORS}`
