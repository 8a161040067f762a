const LINES_MAX = 50
/** Fewer first characters of a secret than this give nothing of it away. */
const MASKED_FROM_LENGTH = 4
const MASK = '•••'

export type LogRing = {
	/** `isCut`: more followed that nobody kept, so it may end within a secret. */
	add(line: string, isCut?: boolean): void
	/** The line as it would be kept. */
	masked(line: string): string
	/** Oldest first, at most 50. */
	lines(): string[]
}

/** The last lines of what was said, for a person to read: without secrets and without characters that do things. */
export function logRing({ secrets }: { secrets: readonly string[] }): LogRing {
	const lines: string[] = []
	const masked = (line: string) => withoutSecrets(line, secrets).replaceAll(/\p{Cc}+/gu, ' ')
	return {
		add(line, isCut = false) {
			lines.push(masked(isCut ? `${withoutSecretAtEnd(line, secrets)}…` : line))
			if (lines.length > LINES_MAX) lines.shift()
		},
		masked,
		lines: () => [...lines],
	}
}

const withoutSecrets = (text: string, secrets: readonly string[]) =>
	secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, MASK)), text)

function withoutSecretAtEnd(text: string, secrets: readonly string[]): string {
	for (const secret of secrets)
		for (let length = secret.length; length >= MASKED_FROM_LENGTH; length--)
			if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MASK
	return text
}
