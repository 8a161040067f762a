import * as fc from 'fast-check'
import { faultsIn } from '#server/testing/hostile/hostile-answers.ts'
import { hostilePeople } from '#server/testing/hostile/hostile-people.ts'
import { described, hostileRequests } from '#server/testing/hostile/hostile-requests.ts'
import { wire, wireSend } from '#server/testing/hostile/hostile-wire.ts'
import { knownCalls } from '#server/testing/hostile/known-calls.ts'

const STREETS = 16
/** After this many requests, each group of clients checks that it is still signed in. */
const IN_ONE_GO = 100

/** Well-formed HTTP with hostile content, from visitors, guests and members of sixteen concurrent groups. */
export async function sendHostileRequests({
	origin,
	requests,
	seed,
}: {
	origin: string
	requests: number
	seed: number
}) {
	const start = performance.now()
	const routes = knownCalls()
	const statuses: Record<number, number> = {}
	const faults: string[] = []
	const secrets: string[] = []
	let left = requests

	async function street(number: number) {
		const line = wire(new URL(origin))
		const people = await hostilePeople(wireSend(line), { origin, street: String(number) })
		secrets.push(...people.secrets, ...people.namesOfOthers)
		for (let go = 0; left > 0; go++) {
			await people.refresh()
			const ownSeed = seed + number * 1_000_003 + go
			const arbitrary = hostileRequests({ routes, origin, known: people.known })
			for (const request of fc.sample(arbitrary, { seed: ownSeed, numRuns: IN_ONE_GO })) {
				if (left-- <= 0) break
				try {
					const answer = await people.send(request)
					statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
					const found = faultsIn(request, answer, [...people.secrets, ...people.namesOfOthers])
					if (found.length > 0)
						faults.push(`${found.join('\n')}\n(sample ${ownSeed})\n${described(request)}\n${answer.body}`)
				} catch (error) {
					faults.push(`${error}\n(sample ${ownSeed})\n${described(request)}`)
					line.hangUp()
				}
			}
		}
		if (!(await people.isAuntWell())) faults.push(`The aunt of street ${number} has lost what was hers`)
		line.hangUp()
	}

	await Promise.all(Array.from({ length: STREETS }, (_, number) => street(number)))
	const perSecond = Math.round(requests / ((performance.now() - start) / 1000))
	return { statuses, faults, secrets, perSecond }
}
