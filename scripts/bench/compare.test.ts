import { expect, test } from 'bun:test'
import { backseat } from '../torture/stage.ts'
import { callNames } from './calls.ts'
import { refuseDifferentAnswers } from './compare.ts'
import { areBenchPackagesInstalled, type Baseline, withServers } from './servers.ts'

// The short form of the bench: no times. Fastify and Hono take part where the bench has installed them.

const against: Baseline[] = areBenchPackagesInstalled() ? ['limit', 'fastify', 'hono'] : ['limit']

test('a program that Backseat is compared with answers the same bytes of JSON', async () => {
	const compared = await withServers({ ratings: 1000, against, program: backseat }, async ({ servers, calls }) => {
		const ofJson = callNames.map((name) => calls[name]).filter(({ isJson }) => isJson)
		for (const call of ofJson) await refuseDifferentAnswers(call, servers)
		return { servers: [...servers.keys()], calls: ofJson.length }
	})

	expect(compared).toEqual({ servers: ['backseat', ...against], calls: 6 })
})
