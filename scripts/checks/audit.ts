import { bun, runQuietly } from '../run.ts'

// Checks the packages in bun.lock against the registry's known vulnerabilities. Part of `bun run check`.
// High and critical vulnerabilities fail the check. `accepted` below lists exceptions without a fix and their reasons.

type Advisory = { url: string; title: string; severity: string; vulnerable_versions: string }

/** Advisory id ('GHSA-…') and why it does not affect Backseat. Remove the entry when a fix exists. */
const accepted: Record<string, string> = {}

const TOO_BAD = ['high', 'critical']

type Audit = { isFine: boolean; words: string }

/** `env` may name another registry. An unreachable registry is reported but does not fail the check. */
export async function audit(living: Record<string, string>, env: Record<string, string> = {}): Promise<Audit> {
	const { output } = await runQuietly([bun, 'audit', '--json'], { env: { ...env, FORCE_COLOR: '0' } })
	const found = advisoriesIn(output)
	if (!found) return { isFine: true, words: `Not asked: ${whyNotAudited(output)}` }
	const idOf = ({ url }: Advisory) => url.split('/').at(-1) ?? url
	const bad = found.filter(({ advisory }) => TOO_BAD.includes(advisory.severity))
	const unknown = bad.filter(({ advisory }) => !living[idOf(advisory)])
	const gone = Object.keys(living).filter((id) => !found.some(({ advisory }) => idOf(advisory) === id))
	if (unknown.length === 0 && gone.length === 0)
		return { isFine: true, words: `${found.length} advisories, none high or critical that is not accepted` }
	const words = [
		...unknown.map(
			({ name, advisory: { severity, title, vulnerable_versions, url } }) =>
				`${severity}: ${name} ${vulnerable_versions}: ${title} - ${url}`,
		),
		...gone.map((id) => `${id} is accepted in scripts/checks/audit.ts, but is no longer in what we use: take it out`),
		...(unknown.length > 0 ? ['`bun audit fix` installs what fixes it; `bun audit` shows what needs it.'] : []),
	]
	return { isFine: false, words: words.join('\n') }
}

/** Null if the registry did not answer. */
function advisoriesIn(output: string): { name: string; advisory: Advisory }[] | null {
	const json = output.split('\n').find((line) => line.startsWith('{'))
	if (json === undefined) return null
	const packages: Record<string, Advisory[]> = JSON.parse(json)
	return Object.entries(packages).flatMap(([name, advisories]) => advisories.map((advisory) => ({ name, advisory })))
}

function whyNotAudited(output: string): string {
	const error = /^error: (.*)$/m.exec(output)?.[1] ?? output.trim()
	return / - 40[45]$/.test(error) ? `the registry does not offer it (${error})` : error
}

if (import.meta.main) {
	const { isFine, words } = await audit(accepted)
	console.log(words)
	process.exit(isFine ? 0 : 1)
}
