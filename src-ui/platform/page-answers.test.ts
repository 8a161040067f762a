import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { logOut } from '#contract/accounts.ts'
import { getHome } from '#contract/drivers.ts'
import { getInstance } from '#contract/instance.ts'
import { anInstance, fakeServer } from '#ui/testing/fake-server.ts'
import { api } from './api-client.ts'
import { dropPageAnswers } from './page-answers.ts'

afterEach(() => {
	dropPageAnswers()
	mock.restore()
})

const HOME = { hasAccount: false, drivers: [] }

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
	const server = pageWith({ '/api/home': { ...HOME, hasAccount: true, secret: 1 } })

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
