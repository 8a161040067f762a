import { allSpellings } from './settings-help.ts'

/** docs/configuration.md, written by scripts/docs/configuration-docs.ts. */
export function configurationPage(): string {
	const rows = allSpellings().map(
		({ name, flag, variable, help, initialText }) =>
			`| \`${flag}\` | \`${variable}\` | \`${name}\` | \`${initialText}\` | ${help} |`,
	)
	return `# Configuration

<!-- Made from the table in src-server/settings/config.ts by \`bun scripts/docs/configuration-docs.ts\`; change it there. -->

Every setting can be given as a flag, as an environment variable, or in \`backseat.toml\` in the data folder.
Flags beat the environment, the environment beats the file, the file beats the default.
A blank value counts as not set. An unknown name or a bad value stops the start with one line that names it.

\`backseat config\` shows every setting, and which of these places it came from. It shows no secret.

| Flag | Variable | In \`backseat.toml\` | Default | Meaning |
|---|---|---|---|---|
${rows.join('\n')}

## backseat.toml

\`\`\`toml
# backseat-data/backseat.toml
port = 8080
lan = true
public-url = "https://rides.example.org"
trusted-proxies = ["127.0.0.1", "10.0.0.0/8"]
signup = "invite"
\`\`\`

A \`data-dir\` in the file is read from the folder that flags, environment or default point to, and leads on from there.

With \`lan\` and no \`public-url\`, links that people share start with this machine's address on the network, also when
the page is open at \`localhost\`.

## Secrets

Every program on a machine can read the flags of the others. Give a secret as a variable or, better, in a file that only
Backseat's user may read. A line end behind it does no harm. One place gives the secret or its file, never both.

\`\`\`yaml
# compose.yaml
services:
  backseat:
    image: backseat
    environment:
      BACKSEAT_PUBLIC_URL: https://rides.example.org
      BACKSEAT_SMTP_FROM: rides@example.org
      BACKSEAT_SMTP_URL_FILE: /run/secrets/smtp-url
    secrets: [smtp-url]
secrets:
  smtp-url:
    file: ./smtp-url.txt
\`\`\`

\`\`\`ini
# backseat.service
[Service]
LoadCredential=smtp-url:/etc/backseat/smtp-url
Environment=BACKSEAT_SMTP_URL_FILE=%d/smtp-url
\`\`\`

## HTTPS

\`\`\`sh
backseat --tls-cert /etc/ssl/rides/fullchain.pem --tls-key /etc/ssl/rides/privkey.pem
\`\`\`

Both files are PEM, the certificate with its chain, the key without a passphrase. They are read at the start: restart
after the certificate was renewed. Where a proxy in front speaks https, set \`public-url\` and \`trusted-proxies\` instead.
The desktop app speaks plain http to its own window and refuses these two.

Browsers are told to come by https only (HSTS) when \`public-url\` starts with https, and only at that address.

## In a container

\`backseat healthcheck\` checks that the server beside it answers, and ends with 0 or 1: the HEALTHCHECK of an image
needs no other program. A running server leaves in the data folder where it listens; without --url, the command asks there.

Kubernetes puts variables such as \`BACKSEAT_PORT=tcp://10.0.0.1:80\` into every pod when a service is called \`backseat\`.
Set \`enableServiceLinks: false\`, or give the service another name.

## Not a setting

\`serve --desktop\` can be said on the command line only, and the desktop app says it. The server then takes its port and
a secret from the first line of standard input, answers programs on the same computer only if they send that secret,
and ends when standard input closes.
`
}
