import { ask, type Call, nonceIn, plainText } from './calls.ts'
import type { Contestant, RunningServer } from './servers.ts'

/** A contestant's answer to one call. */
type Answer = { contestant: Contestant; status: number; text: string; headers: Headers }

/**
 * Asks everybody the same once and throws unless they say the same: the same status; where it is JSON, the same bytes but
 * for what must differ; and from the limit the same headers as from Backseat.
 */
export async function refuseDifferentAnswers(call: Call, servers: ReadonlyMap<Contestant, RunningServer>) {
	const answers: Answer[] = []
	for (const [contestant, { origin }] of servers) {
		const answer = await ask(origin, call)
		const { status, headers } = answer
		answers.push({ contestant, status, text: await textOf(answer), headers })
	}
	const [first] = answers
	for (const answer of answers) {
		const named = `${answer.contestant} to ${call.method} ${call.path}`
		if (answer.status !== call.status) throw new Error(`${named}: ${answer.status} ${answer.text}`)
		if (call.isJson && first && withoutVarying(answer.text, call) !== withoutVarying(first.text, call))
			throw new Error(`${named}: ${answer.text}\nbut ${first.contestant}: ${first.text}`)
	}
	const [ours, limits] = (['backseat', 'limit'] as const).map((name) => answers.find((one) => one.contestant === name))
	if (!ours || !limits) return
	if (headLines(ours.headers) !== headLines(limits.headers))
		throw new Error(
			`The limit sends other headers:\n${headLines(limits.headers)}\n\nthan we:\n${headLines(ours.headers)}`,
		)
	if (!call.isJson && ours.text !== limits.text) throw new Error(`The limit sends ${limits.text}\n\nwe ${ours.text}`)
}

/** With one nonce, origin and signature of a picture for all; of what is compressed as a whole, like a file, only a hash. */
async function textOf(answer: Response): Promise<string> {
	if (answer.headers.get('content-encoding') === 'br') return Bun.hash(await answer.bytes()).toString(16)
	const text = (await plainText(answer)).replaceAll(/http:\/\/127\.0\.0\.1:\d+|(?<=\/previews\/[\w-]+\.)[\w-]+/g, '…')
	const nonce = nonceIn(answer.headers)
	return nonce ? text.replaceAll(nonce, '…') : text
}

function withoutVarying(text: string, { varying = [] }: Call): string {
	const names = varying.join('|')
	return names === '' ? text : text.replaceAll(new RegExp(`"(${names})":("[^"]*"|[^,}]*)`, 'g'), '"$1":…')
}

/** Names and values, without the values that must differ. */
const headLines = (headers: Headers) =>
	[...headers]
		.map(([name, value]) => `${name}: ${isVarying(name) ? '…' : value.replace(/'nonce-[^']+'/, '…')}`)
		.toSorted()
		.join('\n')

const isVarying = (name: string) => ['date', 'x-request-id', 'set-cookie', 'content-length'].includes(name)
