import { expect, test } from 'bun:test'
import { backseat } from '../../torture/stage.ts'
import { areBenchPackagesInstalled } from '../packages.ts'
import { callNames } from './calls.ts'
import { withContestants } from './compare.ts'
import { refuseDifferentAnswers } from './same-answers.ts'
import type { Contestant } from './servers.ts'

// The short form of the bench: no times. Express, Fastify and Hono take part where the bench has installed them.

const against: Contestant[] = areBenchPackagesInstalled()
	? ['limit', 'naked', 'express', 'fastify', 'hono']
	: ['limit', 'naked']

test('whoever Backseat is compared with answers the same bytes of JSON', async () => {
	const compared = await withContestants({ ratings: 1000, against, program: backseat }, async ({ servers, calls }) => {
		const ofJson = callNames.map((name) => calls[name]).filter(({ isJson }) => isJson)
		for (const call of ofJson) await refuseDifferentAnswers(call, servers)
		return { contestants: [...servers.keys()], calls: ofJson.length }
	})

	expect(compared).toEqual({ contestants: ['backseat', ...against], calls: 8 })
})
