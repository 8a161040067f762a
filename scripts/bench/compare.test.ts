import { expect, test } from 'bun:test'
import { backseat } from '../torture/stage.ts'
import { benchCalls, type Call } from './calls.ts'
import { refuseDifferentAnswers } from './compare.ts'
import { withServers } from './servers.ts'

test('the limit, with which Backseat is compared, answers the same bytes of JSON', async () => {
	const compared = await withServers({ ratings: 1000, program: backseat }, async (servers) => {
		const ofBoth = Object.values<Call>(benchCalls).filter(({ isOnlyOurs }) => !isOnlyOurs)
		for (const call of ofBoth) await refuseDifferentAnswers(call, servers)
		return { servers: [...servers.keys()], calls: ofBoth.length }
	})

	expect(compared).toEqual({ servers: ['Backseat', 'the limit'], calls: 5 })
})
