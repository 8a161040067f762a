import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { Button } from '#ui/kit/button.tsx'
import { api, serverMessage } from '#ui/platform/api-client.ts'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, refusal } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ensureConfirmed, useHostAct } from './host-act.ts'

const user = userEvent.setup()
const me = aMember()
const asHost = [200, { ...me, isHost: true }] as const
const confirmed = [200, { confirmedUntil: '2026-11-22T20:15:00.000Z' }] as const
const confirmFirst = refusal(403, 'confirm_first', 'Type your password first.')
const wrongPassword = refusal(403, 'wrong_password', 'That is not the right key', 'password')

/** An arbitrary act of a host. */
const rename = call({
	method: 'POST',
	path: '/host/rename',
	who: 'host',
	isConfirmed: true,
	body: v.object({ name: v.string() }),
	answers: { 200: v.object({ name: v.string() }) },
	docs: () => ({ tag: 'Host', summary: 'Rename', answers: { 200: 'Renamed.' } }),
})

function Act() {
	const [name, setName] = useState('')
	const [done, setDone] = useState('')
	const act = useHostAct({
		send: (body: { name: string }) => api.send(rename, { body }),
		onDone: (answer, { name }) => setDone(`${name} is now ${answer.name}`),
	})
	const download = useHostAct({
		send: (_file: string) => ensureConfirmed(),
		onDone: (_nothing, file) => setDone(`Downloading ${file}`),
	})
	return (
		<HostPage path="/host/people" title="People" lead="Everybody.">
			<label>
				Name <input value={name} onChange={(event) => setName(event.target.value)} />
			</label>
			<Button onPress={() => act.run({ name })}>{act.isPending ? 'Renaming...' : 'Rename'}</Button>
			<Button onPress={() => download.run('backup.db')}>Download</Button>
			{act.error ? <p role="alert">{serverMessage(act.error, 'Something else')}</p> : null}
			<p>{done}</p>
		</HostPage>
	)
}

async function opened(answers: Parameters<typeof fakeServer>[0]) {
	const server = fakeServer({ 'GET /api/user': asHost, 'POST /api/host/confirm': confirmed, ...answers })
	await renderScreen(<Act />, '/host/people', { member: me })
	await user.type(await screen.findByLabelText('Name'), 'Bob')
	return server
}

const dialog = () => screen.findByRole('dialog', { name: 'Hands on the wheel' })
const password = () => screen.getByLabelText<HTMLInputElement>('Your password')
const renameButton = () => screen.getByRole('button', { name: /^Renam/ })

/** Responds with 403 until the password is confirmed. */
const afterPassword = (answer: FakeAnswer) => {
	let isConfirmed = false
	return {
		'POST /api/host/rename': () => (isConfirmed ? answer : confirmFirst),
		'POST /api/host/confirm': () => {
			isConfirmed = true
			return confirmed
		},
	}
}

test('an act that wants the password first is sent again once it was typed, and the keyboard is enough', async () => {
	const server = await opened(afterPassword([200, { name: 'Bobby' }]))

	renameButton().focus()
	await user.keyboard('{Enter}')
	await dialog()
	await user.type(password(), 'hunter22{Enter}')

	expect(await screen.findByText('Bob is now Bobby')).toBeTruthy()
	expect(server.bodiesOf('POST /api/host/confirm')).toEqual([{ password: 'hunter22' }])
	expect(server.bodiesOf('POST /api/host/rename')).toEqual([{ name: 'Bob' }, { name: 'Bob' }])
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(document.activeElement).toBe(renameButton())
})

for (const [how, cancel] of [
	['with the button', () => user.click(screen.getByRole('button', { name: 'Cancel' }))],
	['with Escape', () => user.keyboard('{Escape}')],
] as const)
	test(`a host who cancels ${how} finds everything as it was, without a complaint`, async () => {
		const server = await opened({ 'POST /api/host/rename': confirmFirst })

		await user.click(renameButton())
		await dialog()
		await cancel()

		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
		expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bob')
		expect(screen.queryByRole('alert')).toBeNull()
		expect(renameButton().textContent).toBe('Rename')
		expect(server.bodiesOf('POST /api/host/rename')).toHaveLength(1)
		// Cancelling the password dialog cancels the act.
		await user.click(renameButton())
		await dialog()
	})

for (const [what, answer, words] of [
	['a wrong password', wrongPassword, 'That is not the right key'],
	['one try too many', refusal(429, 'rate_limited', 'Easy on the horn.'), 'Easy on the horn.'],
	['a server that does not answer', deadNetwork, 'The server does not answer. Please try again.'],
] as const)
	test(`${what} is told at the field, and the act goes on waiting`, async () => {
		const server = await opened({ 'POST /api/host/rename': confirmFirst, 'POST /api/host/confirm': answer })
		await user.click(renameButton())
		await dialog()

		await user.type(password(), 'hunter23{Enter}')

		expect(await screen.findByText(words)).toBeTruthy()
		expect(password().value).toBe('hunter23')
		expect(document.activeElement).toBe(password())
		server.answer('POST /api/host/rename', [200, { name: 'Bobby' }])
		server.answer('POST /api/host/confirm', confirmed)
		await user.type(password(), '{Enter}')
		expect(await screen.findByText('Bob is now Bobby')).toBeTruthy()
	})

test('an empty password is not sent', async () => {
	const server = await opened({ 'POST /api/host/rename': confirmFirst })
	await user.click(renameButton())
	await dialog()

	await user.click(screen.getByRole('button', { name: 'Go on' }))

	expect(await screen.findByText('Password is required')).toBeTruthy()
	expect(server.bodiesOf('POST /api/host/confirm')).toEqual([])
})

test('what else the server says against an act is told where it happened, without a question', async () => {
	await opened({ 'POST /api/host/rename': refusal(409, 'name_taken', 'Somebody drives under that name.') })

	await user.click(renameButton())

	expect((await screen.findByRole('alert')).textContent).toBe('Somebody drives under that name.')
	expect(screen.queryByRole('dialog')).toBeNull()
	expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bob')
})

test('an act of a person who is no longer host tells them so', async () => {
	const server = await opened({ 'POST /api/host/rename': refusal(403, 'not_host', 'Only hosts.') })
	server.answer('GET /api/user', [200, { ...me, isHost: false }])

	await user.click(renameButton())

	expect(await screen.findByRole('heading', { name: 'Only hosts sit behind the wheel here.' })).toBeTruthy()
})

test('a download is followed at once where the password was typed just now', async () => {
	await opened({ 'GET /api/host/confirmation': confirmed })

	await user.click(screen.getByRole('button', { name: 'Download' }))

	expect(await screen.findByText('Downloading backup.db')).toBeTruthy()
	expect(screen.queryByRole('dialog')).toBeNull()
})

test('otherwise the password comes before the download', async () => {
	await opened({ 'GET /api/host/confirmation': [200, { confirmedUntil: null }] })

	await user.click(screen.getByRole('button', { name: 'Download' }))
	await dialog()
	expect(screen.queryByText('Downloading backup.db')).toBeNull()
	await user.type(password(), 'hunter22{Enter}')

	expect(await screen.findByText('Downloading backup.db')).toBeTruthy()
})
