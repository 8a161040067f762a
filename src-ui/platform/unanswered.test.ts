import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { ApiError } from './api-client.ts'
import { isUnanswered, within } from './unanswered.ts'

const ours = JSON.stringify({ message: 'No', code: 'no', requestId: 'x' })

test.each([400, 401, 403, 404, 409, 410, 413, 429, 500, 501])('%d is an answer if it is our server’s', (status) => {
	expect(isUnanswered(new ApiError(status, ours))).toBe(false)
})

test.each(['', 'Not found', '<html>Log in to the hotel</html>', '{"error":"no"}', '{"message":"No","code":7}', 'null'])(
	'an error that says %p is not our server’s, whatever its status [B23]',
	(text) => {
		for (const status of [400, 403, 404, 413, 429, 500]) expect(isUnanswered(new ApiError(status, text))).toBe(true)
	},
)

test.each([502, 503, 504, 511, 520, 521, 522, 523, 524, 525, 526, 530])('%d is no answer', (status) => {
	expect(isUnanswered(new ApiError(status, ours))).toBe(true)
})

test('a good answer of another shape is not our server’s; a mistake of ours is no network', () => {
	const askFor = (shape: v.GenericSchema) => {
		try {
			return v.parse(shape, 'Welcome to the hotel')
		} catch (error) {
			return error
		}
	}
	expect(isUnanswered(askFor(v.object({ id: v.number() })))).toBe(true)
	expect(isUnanswered(new Error('not that'))).toBe(false)
})

test('what settles in time is passed on, and the rest is given up', async () => {
	expect(await within(1000, Promise.resolve('here'))).toBe('here')
	await expect(within(1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
	await expect(within(0, Promise.withResolvers<never>().promise)).rejects.toMatchObject({ name: 'TimeoutError' })
})
