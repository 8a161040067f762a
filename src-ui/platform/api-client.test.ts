import { afterEach, expect, spyOn, test } from 'bun:test'
import { getUser, logOut } from '#contract/accounts.ts'
import { getHome } from '#contract/home.ts'
import { ALL_GOOD } from '#contract/impressions.ts'
import { getInstance } from '#contract/instance.ts'
import { lookUpInvite } from '#contract/invites.ts'
import { exportOwnData } from '#contract/own-account.ts'
import { listRatingsOfDriver, rateDriver } from '#contract/ratings.ts'
import { getAverage } from '#contract/stats.ts'
import { speak } from '#contract/text.ts'
import { ApiError, api, dropPageAnswers, orNull, serverMessage, urlOf } from '#ui/platform/api-client.ts'
import { anInstance, fakeServer } from '#ui/testing/fake-server.ts'

const answer = (response: Response) =>
	spyOn(globalThis, 'fetch').mockImplementation((async () => response) as unknown as typeof fetch)

const failure = (): Promise<unknown> => api.send(getHome).catch((error: unknown) => error)

test('whatever is not ok becomes its status and its text [spec 8.3]', async () => {
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

test('a page with the texts of its screen alone loads all others before it shows a refusal', async () => {
	const problem = { message: 'Not found', code: 'not_found', reason: 'not_found', requestId: 'r1' }
	const translations = { 'Not found': 'Nicht gefunden' }
	answer(Response.json(problem, { status: 404 }))
	globalThis.backseatTexts = async () => speak({ locale: 'de', isRightToLeft: false, translations })

	expect(serverMessage(await failure(), 'Try again')).toBe('Nicht gefunden')

	answer(Response.json(problem, { status: 404 }))
	globalThis.backseatTexts = () => Promise.reject(new TypeError('Failed to fetch'))
	expect(serverMessage(await failure(), 'Try again')).toBe('Not found')
})

test('everything travels as JSON and with the cookies [spec 7.1]', async () => {
	const verdict = {
		driverId: 2,
		...ALL_GOOD,
		starRating: 5,
	} as const
	const ids = { id: 7, raterId: 1, rater_id: 1, driver_id: 2 }
	const rating = { ...verdict, ...ids, createdAt: '2026-11-21T10:00:00.000Z', sealed: false }
	const fetched = answer(Response.json({ ...rating, secret: 1 }, { status: 201 }))

	expect(await api.send(rateDriver, { body: verdict, headers: { 'Idempotency-Key': '12345678' } })).toEqual(rating)
	expect(fetched.mock.calls[0]).toEqual([
		'/api/ratings',
		{
			method: 'POST',
			credentials: 'include',
			headers: { 'Content-Type': 'application/json', 'Idempotency-Key': '12345678' },
			body: JSON.stringify(verdict),
		},
	])
})

test('parameters and queries are written into the address, and cannot lead to another call', async () => {
	const fetched = answer(Response.json([]))
	await api.send(listRatingsOfDriver, { params: { id: 2 }, query: { limit: 1, before: undefined } })
	expect(fetched.mock.calls[0]?.[0]).toBe('/api/ratings/driver/2?limit=1')

	expect(urlOf(lookUpInvite, { params: { token: '../users/1?x=#y' } })).toBe('/api/invites/..%2Fusers%2F1%3Fx%3D%23y')
	expect(urlOf(exportOwnData, { params: { id: 7 }, query: { format: 'csv' } })).toBe('/api/users/7/data?format=csv')
})

test('what breaks the contract does not get in', async () => {
	answer(Response.json({ average: 'high' }))
	expect(api.send(getAverage, { params: { id: 2 } })).rejects.toThrow()
})

test('only what is not there counts as nothing', async () => {
	answer(new Response('', { status: 404 }))
	expect(await orNull(api.send(getUser, { params: { id: 1 } }))).toBeNull()
	answer(new Response('', { status: 500 }))
	expect(orNull(api.send(getUser, { params: { id: 1 } }))).rejects.toThrow(/^500: /)
})

afterEach(() => {
	dropPageAnswers()
	globalThis.backseatTexts = undefined
	speak(null)
})

const HOME = { hasAccount: false, notice: null, drivers: [] }

function pageWith(answers: Record<string, unknown>) {
	const element = document.createElement('script')
	element.type = 'application/json'
	element.id = 'page-answers'
	element.textContent = JSON.stringify(answers)
	document.body.append(element)
	return fakeServer({
		'GET /api/home': [200, HOME],
		'GET /api/instance': [200, anInstance()],
		'POST /api/logout': [204],
	})
}

test('what the page came with is not asked for, the first time', async () => {
	const server = pageWith({ '/api/home': { ...HOME, hasAccount: true } })

	expect(await api.send(getHome)).toEqual({ ...HOME, hasAccount: true })
	expect(server.calls()).toEqual([])
	expect(await api.send(getHome)).toEqual(HOME)
	expect(await api.send(getInstance)).toEqual(anInstance())
	expect(server.calls()).toEqual(['GET /api/home', 'GET /api/instance'])
	expect(document.getElementById('page-answers')).toBeNull()
})

test('after a while, and after anything is sent that changes something, the server is asked', async () => {
	const server = pageWith({ '/api/home': { ...HOME, hasAccount: true }, '/api/instance': anInstance({ mail: true }) })
	await api.send(getHome)
	const now = performance.now()
	spyOn(performance, 'now').mockReturnValue(now + 6000)
	expect(await api.send(getInstance)).toMatchObject({ mail: false })

	pageWith({ '/api/home': { ...HOME, hasAccount: true } })
	await api.send(logOut)
	expect(await api.send(getHome)).toMatchObject({ hasAccount: false })
	expect(server.calls()).toEqual(['GET /api/instance'])
})
