import { expect, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ImportPlan, VerdictImport } from '#contract/imports.ts'
import { type Answers, aMember, deadNetwork, fakeServer, refusal } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { BringVerdicts } from './bring-verdicts.tsx'

const user = userEvent.setup()
const me = aMember()
const LIST = `GET /api/users/${me.id}/imports`
const PREVIEW = `POST /api/users/${me.id}/imports/preview`
const BRING = `POST /api/users/${me.id}/imports`
const undoOf = (id: number) => `DELETE /api/users/${me.id}/imports/${id}`

const aPlan = (special: Partial<ImportPlan> = {}): ImportPlan => ({
	verdicts: 15,
	drivers: [
		{ name: 'Elke', verdicts: 12 },
		{ name: '<b>', verdicts: 3 },
	],
	otherDrivers: 0,
	leftOut: { placeholders: 0, sealed: 0, alreadyHere: 0, twiceInFile: 0 },
	...special,
})
const anImport = (special: Partial<VerdictImport> = {}): VerdictImport => ({
	id: 5,
	importedAt: '2026-11-28T12:00:00.000Z',
	verdicts: 15,
	drivers: 2,
	undoUntil: '2026-11-29T12:00:00.000Z',
	...special,
})

async function open(answers: Answers = {}) {
	const server = fakeServer({ 'GET /api/user': [200, me], [LIST]: [200, []], [PREVIEW]: [200, aPlan()], ...answers })
	await renderScreen(<BringVerdicts me={me} />, '/settings', { member: me })
	return server
}

const aFile = (name = 'backseat-jonas.json', content = '{}') => new File([content], name, { type: 'application/json' })
const choose = (file: File) => user.upload(screen.getByLabelText('The JSON file'), file)
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

test('a member sees what a file brings before anything is brought, and then where it is', async () => {
	const leftOut = { placeholders: 2, sealed: 1, alreadyHere: 40, twiceInFile: 0 }
	const server = await open({ [PREVIEW]: [200, aPlan({ leftOut })], [BRING]: [201, anImport()] })

	await choose(aFile())
	const heading = await screen.findByRole('heading', { name: '15 verdicts would come along' })
	expect(document.activeElement).toBe(heading)
	const drivers = within(screen.getByRole('list', { name: 'By driver' })).getAllByRole('listitem')
	expect(drivers.map(({ textContent }) => textContent)).toEqual(['Elke12', '<b>3'])
	for (const words of [
		'40: here already',
		'2: a driver added without a verdict',
		'1: still sealed when the file was written',
	])
		expect(screen.getByText(words)).toBeTruthy()
	expect(server.calls()).not.toContain(BRING)
	server.answer(LIST, [200, [anImport()]])
	await press('Bring them')

	expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'All aboard' }))
	expect(screen.getByRole('link', { name: 'See them in My verdicts' }).getAttribute('href')).toBe(
		'/verdicts#from-before',
	)
	expect(server.headersOf(BRING, 'Content-Type')).toEqual(['application/json'])
	expect(await screen.findByRole('heading', { name: 'Brought so far' })).toBeTruthy()
})

test('a dropped file is looked at like a chosen one, and cancelling leads back', async () => {
	const server = await open()
	const area = screen.getByRole('button', { name: 'Choose the file' }).parentElement as HTMLElement

	fireEvent.dragOver(area)
	fireEvent.drop(area, { dataTransfer: { files: [aFile()] } })
	await press('Cancel')

	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose the file' }))
	expect(server.calls().filter((call) => call.startsWith('POST /api/users'))).toEqual([PREVIEW])
})

test('what is wrong with a file is said where it was chosen, and the next one is looked at', async () => {
	const message = 'Verdict 12: “starRating” must be a whole number from 1 to 5.'
	const server = await open({ [PREVIEW]: refusal(400, 'invalid', message) })

	await choose(aFile())
	expect((await screen.findByRole('alert')).textContent).toContain(message)
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose the file' }))
	server.answer(PREVIEW, [200, aPlan()])
	await choose(aFile())
	await screen.findByRole('heading', { name: '15 verdicts would come along' })
	expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
	['without a network', deadNetwork, 'The file did not arrive.'],
	['after the session ended', () => refusal(401, 'not_signed_in', 'You must be logged in'), 'Log in again first.'],
	['too often', () => refusal(429, 'rate_limited', 'Please try again in 9 seconds.'), 'Please try again in 9 seconds.'],
])('%s nothing is brought, and the plan stays to be tried again', async (_when, answer, words) => {
	const server = await open({ [BRING]: answer as () => never })

	await choose(aFile())
	await press('Bring them')
	expect((await screen.findByRole('alert')).textContent).toContain(words)
	server.answer(BRING, [201, anImport()])
	await press('Bring them')

	expect(await screen.findByRole('heading', { name: 'All aboard' })).toBeTruthy()
})

test('a file of more than 8 MB is not even sent', async () => {
	const server = await open()
	const large = aFile('large.json')
	Object.defineProperty(large, 'size', { value: 8 * 1024 * 1024 + 1 })

	await choose(large)

	expect((await screen.findByRole('alert')).textContent).toContain('large.json is larger than 8 MB')
	expect(server.calls()).not.toContain(PREVIEW)
})

test('a file with nothing new says so, and cannot be brought', async () => {
	const leftOut = { placeholders: 0, sealed: 0, alreadyHere: 15, twiceInFile: 0 }
	await open({ [PREVIEW]: [200, aPlan({ verdicts: 0, drivers: [], leftOut })] })

	await choose(aFile())

	expect(await screen.findByRole('heading', { name: 'Nothing to bring' })).toBeTruthy()
	expect(screen.getByText('15: here already')).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Bring them' })).toBeNull()
	await press('Choose another file')
	expect(screen.getByRole('button', { name: 'Choose the file' })).toBeTruthy()
})

test('of many drivers the first are shown, and the others on request', async () => {
	const drivers = Array.from({ length: 30 }, (_, nth) => ({ name: `Driver ${nth}`, verdicts: 1 }))
	await open({ [PREVIEW]: [200, aPlan({ drivers, otherDrivers: 4 })] })
	const shown = () => within(screen.getByRole('list', { name: 'By driver' })).getAllByRole('listitem').length

	await choose(aFile())
	await screen.findByRole('list', { name: 'By driver' })
	expect(shown()).toBe(8)
	await press('All 30 drivers')
	expect(shown()).toBe(30)
	expect(screen.getByText('And 4 more drivers.')).toBeTruthy()
})

test('for a day they are taken back where they are listed, and later only listed', async () => {
	const old = anImport({ id: 4, verdicts: 1, undoUntil: null })
	const server = await open({ [LIST]: [200, [anImport(), old]], [undoOf(5)]: [204] })
	expect(await screen.findAllByText(/^(15 verdicts|1 verdict)$/)).toHaveLength(2)
	const [takeBack, ...more] = screen.getAllByRole('button', { name: 'Take them back' })
	expect(more).toEqual([])
	server.answer(LIST, [200, [old]])

	await user.click(takeBack as HTMLElement)

	expect(await screen.findByText('15 verdicts from before left again.')).toBeTruthy()
	await waitFor(() => expect(screen.queryByText('15 verdicts')).toBeNull())
	expect(server.calls()).toContain(undoOf(5))
})

test('what is too late to take back stays, and the server says why', async () => {
	const message = 'An import can be taken back for 24 hours. This one stays.'
	await open({ [LIST]: [200, [anImport()]], [undoOf(5)]: refusal(409, 'too_late', message) })

	await press('Take them back')

	expect(await screen.findByText(message)).toBeTruthy()
	expect(screen.getByText('15 verdicts')).toBeTruthy()
})
