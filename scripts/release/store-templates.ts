import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATE_FOLDER } from '#server/operations/service-unit/unit-file.ts'
import { settings } from '#server/settings/config.ts'
import { variableOf } from '#server/settings/setting-sources.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'
import { CHECKSUMS, SERVER_PACKAGE } from './release-files.ts'
import { IMAGE, NEWEST_FILES, REPOSITORY, rawFile } from './repository.ts'

// bun scripts/release/store-templates.ts: writes the files of deploy/ for app stores and Proxmox again, from the table below.

const { version, description, author } = packageJson

const TITLE = 'Backseat'
const PORT = settings.port.initial
const DATA = '/data'
const OVERVIEW =
	'Rate rides from friends and family: smooth or bumpy, safe, the vibe, one to five stars, ten seconds, no account needed. One program, one folder of data, no account anywhere else, nothing sent anywhere.'
const FIRST_STEP =
	'The log has a set-up link, valid for 30 minutes after each start. It makes the first account, which is host.'
const ADDRESS = `The address that people use, such as http://192.168.1.20:${PORT}. A container only knows its own, and links start with it.`

/** The settings that every template offers. An empty value counts as not set. */
const VARIABLES = [
	{ setting: settings.publicUrl, label: 'Address', value: '', help: ADDRESS },
	{ setting: settings.signup, label: 'Sign-up', value: 'invite', help: settings.signup.help },
	{ setting: settings.timeZone, label: 'Time zone', value: '', help: settings.timeZone.help },
	{ setting: settings.trustedProxies, label: 'Trusted proxies', value: '', help: settings.trustedProxies.help },
] as const

/** A folder of the machine belongs to this user there, and the image's own user could not write into it. */
type User = { uid: number; gid: number }
const UNRAID: User = { uid: 99, gid: 100 }
const FIRST_USER: User = { uid: 1000, gid: 1000 }

const userOf = ({ uid, gid }: User) => `${uid}:${gid}`
const ICON = rawFile('desktop-resources/icon.svg')

const environment = (values: Partial<Record<(typeof VARIABLES)[number]['label'], string>> = {}) =>
	VARIABLES.map(({ setting, label, value, help }) => ({
		key: variableOf(setting),
		value: values[label] ?? value,
		label,
		help,
	}))

const HARDENING = `    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    stop_grace_period: 15s`

const yamlText = (text: string) => JSON.stringify(text)
const yamlLines = (indent: number, lines: string[]) => lines.map((line) => ' '.repeat(indent) + line).join('\n')
const yamlEnvironment = (indent: number, values: { key: string; value: string }[]) =>
	yamlLines(
		indent,
		values.map(({ key, value }) => `${key}: ${yamlText(value)}`),
	)

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function unraid(): string {
	const config = (name: string, target: string, initial: string, type: string, help: string, more = '') =>
		`  <Config Name="${name}" Target="${target}" Default="${initial}" ${more}Description="${escaped(help)}" Type="${type}" Display="always" Required="${type !== 'Variable' || help === ADDRESS}" Mask="false">${initial}</Config>`
	return `<?xml version="1.0"?>
<Container version="2">
  <Name>backseat</Name>
  <Repository>${IMAGE}:latest</Repository>
  <Registry>https://${IMAGE}</Registry>
  <Network>bridge</Network>
  <Privileged>false</Privileged>
  <Support>${REPOSITORY}/issues</Support>
  <Project>${REPOSITORY}</Project>
  <Overview>${escaped(`${OVERVIEW} ${FIRST_STEP}`)}</Overview>
  <Category>Productivity: Other:</Category>
  <WebUI>http://[IP]:[PORT:${PORT}]/</WebUI>
  <TemplateURL>${rawFile('deploy/unraid/backseat.xml')}</TemplateURL>
  <Icon>${ICON}</Icon>
  <ExtraParams>--user ${userOf(UNRAID)} --read-only --cap-drop ALL --security-opt no-new-privileges --restart unless-stopped</ExtraParams>
${config('Port', String(PORT), String(PORT), 'Port', 'Where people reach it.', 'Mode="tcp" ')}
${config('Data', DATA, '/mnt/user/appdata/backseat', 'Path', 'Everything that must be kept.', 'Mode="rw" ')}
${environment()
	.map(({ key, value, label, help }) => config(label, key, value, 'Variable', help))
	.join('\n')}
</Container>
`
}

const casaos = () => `name: backseat
services:
  backseat:
    image: ${IMAGE}:${version}
    container_name: backseat
    restart: unless-stopped
    network_mode: bridge
${HARDENING}
    ports:
      - { target: ${PORT}, published: "${PORT}", protocol: tcp }
    volumes:
      # Not a folder of the machine, into which the image's user could not write.
      - { type: volume, source: data, target: ${DATA} }
    environment:
${yamlEnvironment(6, environment())}
    x-casaos:
      envs:
${yamlLines(
	8,
	environment().flatMap(({ key, help }) => [`- container: ${key}`, '  description:', `    en_us: ${yamlText(help)}`]),
)}
volumes:
  data: {}
x-casaos:
  main: backseat
  architectures: [amd64, arm64]
  author: ${yamlText(author)}
  developer: ${yamlText(author)}
  category: Social
  icon: ${ICON}
  port_map: "${PORT}"
  title:
    en_us: ${TITLE}
  tagline:
    en_us: ${yamlText(description)}
  description:
    en_us: ${yamlText(OVERVIEW)}
  tips:
    before_install:
      en_us: ${yamlText(`${variableOf(settings.publicUrl)}: ${ADDRESS} ${FIRST_STEP}`)}
`

const umbrelManifest = () => `manifestVersion: 1.1
id: backseat
category: social
name: ${TITLE}
version: "${version}"
tagline: ${yamlText(description)}
description: ${yamlText(`${OVERVIEW} ${FIRST_STEP}`)}
releaseNotes: ""
developer: ${yamlText(author)}
website: ${REPOSITORY}
repo: ${REPOSITORY}
support: ${REPOSITORY}/issues
dependencies: []
port: ${PORT}
gallery: []
path: ""
defaultUsername: ""
defaultPassword: ""
submitter: ${yamlText(author)}
submission: ""
`

/** The user owns the app's folder and what is in it, so data/ is a folder of the template. */
const umbrelCompose = () => `services:
  app_proxy:
    environment:
      APP_HOST: backseat_server_1
      APP_PORT: ${PORT}
      # Passengers have no Umbrel account. Backseat asks for its own.
      PROXY_AUTH_ADD: "false"
  server:
    image: ${IMAGE}:${version}
    user: "${userOf(FIRST_USER)}"
    restart: on-failure
${HARDENING}
    volumes: ["\${APP_DATA_DIR}/data:${DATA}"]
    environment:
${yamlEnvironment(
	6,
	// The network is that of Umbrel's apps, on which app_proxy is.
	environment({ Address: `http://\${DEVICE_DOMAIN_NAME}:${PORT}`, 'Trusted proxies': '10.21.0.0/16' }),
)}
`

const runtipiConfig = () => ({
	id: 'backseat',
	name: TITLE,
	available: true,
	dynamic_config: true,
	exposable: true,
	port: PORT,
	// Rises with each version.
	tipi_version: Number(version.replaceAll(/\d+/g, (part) => part.padStart(2, '0')).replaceAll('.', '')),
	version,
	categories: ['social'],
	short_desc: description,
	description: OVERVIEW,
	author,
	source: REPOSITORY,
	supported_architectures: ['amd64', 'arm64'],
	...FIRST_USER,
	form_fields: environment()
		.filter(({ help }) => help !== ADDRESS)
		.map(({ key, value, label, help }) => ({
			type: 'text',
			label,
			hint: help,
			...(value !== '' && { default: value }),
			required: false,
			env_variable: key,
		})),
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: Runtipi fills it in.
const RUNTIPI_ADDRESS = '${APP_PROTOCOL:-http}://${APP_DOMAIN}'

const runtipiCompose = () => `services:
  backseat:
    image: ${IMAGE}:${version}
    user: "${userOf(FIRST_USER)}"
    restart: unless-stopped
${HARDENING}
    volumes: ["\${APP_DATA_DIR}/data:${DATA}"]
    environment:
${yamlEnvironment(
	6,
	environment().map(({ key, value, help }) => ({
		key,
		value: help === ADDRESS ? RUNTIPI_ADDRESS : `\${${key}:-${value}}`,
	})),
)}
    x-runtipi:
      is_main: true
      internal_port: ${PORT}
x-runtipi:
  schema_version: 2
`

const SETTINGS_LINES = [
	'lan = true',
	...VARIABLES.filter(({ value }) => value !== '').map(({ setting, value }) => `${setting.name} = "${value}"`),
]
	.map((line) => `'${line}'`)
	.join(' ')

const proxmox = () => `#!/bin/sh
# Makes a Debian container with Backseat in it. Run it as root on a Proxmox VE host: sh backseat.sh [ID]
# Variables: STORAGE (local-lvm), TEMPLATES (local), BRIDGE (vmbr0), BACKSEAT_RELEASES (the newest release's files).
set -eu

id=\${1:-$(pvesh get /cluster/nextid)}
storage=\${STORAGE:-local-lvm}
templates=\${TEMPLATES:-local}
releases=\${BACKSEAT_RELEASES:-${NEWEST_FILES}}

pveam update >/dev/null
template=$(pveam available --section system | awk '$2 ~ /^debian-12-standard/ { name = $2 } END { print name }')
[ -n "$template" ] || { echo 'Proxmox offers no template of Debian 12.' >&2; exit 1; }
pveam list "$templates" | grep -qF "$template" || pveam download "$templates" "$template"

# The service's sandbox needs nesting.
pct create "$id" "$templates:vztmpl/$template" --hostname backseat --unprivileged 1 --features nesting=1 \\
	--cores 1 --memory 512 --swap 256 --rootfs "$storage:4" --onboot 1 \\
	--net0 "name=eth0,bridge=\${BRIDGE:-vmbr0},ip=dhcp,ip6=auto"
pct start "$id"

inside=$(cat <<'INSIDE'
set -eu
for _ in $(seq 60); do
	getent hosts deb.debian.org >/dev/null && break
	sleep 1
done
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -qq -y ca-certificates curl >/dev/null

cd "$(mktemp -d)"
chmod 755 .
curl -fsSLO "$RELEASES/${CHECKSUMS}"
file=$(grep -o "${SERVER_PACKAGE}_[^ ]*_$(dpkg --print-architecture)\\.deb$" ${CHECKSUMS}) || {
	echo 'There is no package for this processor.' >&2
	exit 1
}
curl -fsSLO "$RELEASES/$file"
grep -F "  $file" ${CHECKSUMS} | sha256sum -c --quiet

# Before the package, which starts the service.
install -d ${STATE_FOLDER}
printf '%s\\n' ${SETTINGS_LINES} > ${STATE_FOLDER}/backseat.toml
apt-get install -qq -y "./$file" >/dev/null
chown backseat:backseat ${STATE_FOLDER}/backseat.toml
echo "${TITLE} runs at http://$(hostname -I | cut -d ' ' -f 1):${PORT}"
INSIDE
)
pct exec "$id" -- env RELEASES="$releases" sh -c "$inside" </dev/null
echo "${FIRST_STEP}"
echo "The log: pct exec $id -- journalctl -u backseat. Updates: the newer package, in the container: apt install ./${SERVER_PACKAGE}_…deb"
`

/** Short lists on one line, as Biome formats them. */
const json = (value: object) =>
	`${JSON.stringify(value, null, '\t').replaceAll(/\[\s+("[^[\]]*")\s+\]/g, (_, list: string) => `[${list.replaceAll(/\s+/g, ' ')}]`)}\n`

/** Written by hand but for the version: Kubernetes updates no running pod, so its image is one release. */
const kubernetes = () =>
	readFileSync(join(projectFolder, 'deploy/kubernetes.yaml'), 'utf8').replace(
		/(image: .+:)\d+\.\d+\.\d+$/m,
		`$1${version}`,
	)

/** Each file by its path in deploy/. */
export const storeTemplates = (): Record<string, string> => ({
	'unraid/backseat.xml': unraid(),
	'casaos/docker-compose.yml': casaos(),
	'umbrel/backseat/umbrel-app.yml': umbrelManifest(),
	'umbrel/backseat/docker-compose.yml': umbrelCompose(),
	'umbrel/backseat/data/.gitkeep': '',
	'runtipi/backseat/config.json': json(runtipiConfig()),
	'runtipi/backseat/docker-compose.yml': runtipiCompose(),
	'runtipi/backseat/data/.gitkeep': '',
	'runtipi/backseat/metadata/description.md': `# ${TITLE}\n\n${OVERVIEW}\n\n${FIRST_STEP}\n`,
	'proxmox/backseat.sh': proxmox(),
	'kubernetes.yaml': kubernetes(),
})

if (import.meta.main)
	for (const [path, text] of Object.entries(storeTemplates()))
		await Bun.write(join(projectFolder, 'deploy', path), text)
