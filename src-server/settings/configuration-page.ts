import { variableOf } from './setting-sources.ts'
import { allSettings, flagWithValue } from './setting-spellings.ts'

export function configurationPage(): string {
	const entries = allSettings.map((setting) => {
		const { initialText, isSecret, help } = setting
		const initial = initialText === 'none' ? '' : ` [${initialText}]`
		return `- \`${flagWithValue(setting)}\` \`${variableOf(setting)}\`${initial}: ${help}${isSecret ? ' [Secret](#secrets).' : ''}`
	})
	return `# Configuration

<!-- Made from the table in src-server/settings/config.ts by \`bun scripts/docs/configuration-docs.ts\`; change it there. -->

Every setting can be given as a flag, as an environment variable, or in \`backseat.toml\` in the data folder, under the flag's name
without the dashes. Flags beat the environment, which beats the file. A blank value counts as not set. An unknown name or a bad value
stops the start with one line that names it. \`backseat config\` shows every setting and its source, but no secret.

Flag, variable, [default]:

${entries.join('\n')}

## backseat.toml

\`\`\`toml
# backseat-data/backseat.toml
port = 8080
lan = true
public-url = "https://rides.example.org"
trusted-proxies = ["127.0.0.1", "10.0.0.0/8"]
signup = "invite"
\`\`\`

The file is read from the folder that flags, environment or default name; its own \`data-dir\` then says where the data are.

With \`lan\` and no \`public-url\`, links that people share start with this machine's address on the network, even if
the page is open at \`localhost\`.

## Secrets

Other programs on the machine can read flags. Give a secret as a variable or, better, in a file that only Backseat's user can read, named
by the setting with \`-file\` behind it: \`smtp-url-file\`, \`BACKSEAT_SMTP_URL_FILE\`. A line end in it is ignored. Give the secret or its
file, never both.

With Docker: [in a container](self-hosting.md#in-a-container). With systemd:

\`\`\`ini
# backseat.service
[Service]
LoadCredential=smtp-url:/etc/backseat/smtp-url
Environment=BACKSEAT_SMTP_URL_FILE=%d/smtp-url
\`\`\`

## HTTPS

\`tls-cert\` has the chain, \`tls-key\` no passphrase; both are PEM. Restart after a renewal. The desktop app refuses them.

Browsers are told to use https only (HSTS) if \`public-url\` starts with https, and only at that address.

## In a container

\`backseat healthcheck\` exits with 0 if the server responds, otherwise with 1. Without --url it finds the server's address in the data folder.

Kubernetes sets \`BACKSEAT_PORT=tcp://…\` in every pod when a service is called \`backseat\`: set \`enableServiceLinks: false\`, or rename it.

## Not a setting

\`serve --desktop\` is for the desktop app: the server takes its port and a secret from the first line of standard input, requires that
secret from programs on the same computer, and ends when standard input closes.

\`serve --demo\` is [a demo](self-hosting.md#a-demo). It is a flag only, so that no file or variable can make a server forget.
`
}
