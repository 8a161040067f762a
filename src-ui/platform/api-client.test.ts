import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import * as v from 'valibot'
import { ApiError, api, orNull, serverMessage } from './api-client.ts'

afterEach(() => mock.restore())

const answer = (response: Response) =>
	spyOn(globalThis, 'fetch').mockImplementation((async () => response) as unknown as typeof fetch)

const failure = (): Promise<unknown> => api.get('/api/home', v.unknown()).catch((error: unknown) => error)

test('whatever is not ok becomes its status and its text', async () => {
	answer(new Response('Nobody at the wheel', { status: 502 }))
	expect(await failure()).toMatchObject({ message: '502: Nobody at the wheel', status: 502 })

	answer(new Response('', { status: 503, statusText: 'Service Unavailable' }))
	expect(await failure()).toMatchObject({ message: '503: Service Unavailable' })
})

test('people read the message of the server, and other words when it had none', async () => {
	const problem = { message: 'Username already exists', code: 'taken', field: 'username', requestId: 'r1' }
	answer(Response.json(problem, { status: 409 }))
	const error = await failure()
	expect(error).toMatchObject({ field: 'username', problemCode: 'taken' })
	expect(serverMessage(error, 'Try again')).toBe('Username already exists')
	expect(serverMessage(new ApiError(502, '<html>'), 'Try again')).toBe('Try again')
	expect(serverMessage(new TypeError('Failed to fetch'), 'Try again')).toBe('Try again')
})

test('everything travels as JSON and with the cookies', async () => {
	const fetched = answer(Response.json(1))
	await api.post('/api/ratings', { starRating: 5 }, v.number())
	expect(fetched.mock.calls[0]).toEqual([
		'/api/ratings',
		{
			method: 'POST',
			credentials: 'include',
			headers: { 'Content-Type': 'application/json' },
			body: '{"starRating":5}',
		},
	])
})

test('what breaks the contract does not get in', async () => {
	answer(Response.json({ average: 'high' }))
	expect(api.get('/api/average', v.object({ average: v.number() }))).rejects.toThrow()
})

test('only what is not there counts as nothing', async () => {
	answer(new Response('', { status: 404 }))
	expect(await orNull(api.get('/api/users/1', v.unknown()))).toBeNull()
	answer(new Response('', { status: 500 }))
	expect(orNull(api.get('/api/users/1', v.unknown()))).rejects.toThrow(/^500: /)
})
