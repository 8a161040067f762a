import { afterEach, beforeEach, expect, type Mock, spyOn, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { LANGUAGES } from '#contract/languages.ts'
import { changeAccount } from '#contract/own-account.ts'
import { SettingsScreen } from '#ui/features/own-account/settings-screen.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { aMember, anInstance, fakeServer, refusal } from '#ui/testing/fake-server.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { chooseLanguage, chosenLanguage, followChosenLanguage } from './page-language.ts'
import { Switches } from './switches.tsx'

const user = userEvent.setup()
const me = aMember()
const CHANGE = `${changeAccount.method} /api/users/${me.id}`
let reload: Mock<() => void>

beforeEach(() => {
	reload = spyOn(window.location, 'reload').mockImplementation(() => undefined)
})
afterEach(() => {
	// biome-ignore lint/suspicious/noDocumentCookie: as the page sets it
	document.cookie = 'language=; Path=/; Max-Age=0'
	document.documentElement.lang = ''
	reload.mockRestore()
})

const chosen = () => chosenLanguage(LANGUAGES)?.tag
const openMenu = async () => user.click(screen.getByRole('button', { name: 'Language' }))

test('a visitor finds each language under its own name, and reads the page in the one they choose', async () => {
	document.documentElement.lang = 'en'
	fakeServer({})
	await renderScreen(<Switches offered={LANGUAGES} />, '/rating/2')

	await openMenu()
	const items = screen.getAllByRole('menuitemradio')
	expect(items.map((item) => [item.textContent, item.querySelector('[lang]')?.getAttribute('lang')])).toEqual(
		LANGUAGES.map(({ name, tag }) => [name, tag]),
	)
	expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('English')
	await user.click(screen.getByRole('menuitemradio', { name: 'العربية' }))

	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
	expect(chosen()).toBe('ar')
})

test('on a phone one button has both the languages and the themes', async () => {
	fakeServer({})
	await renderScreen(<Switches offered={LANGUAGES} />, '/rating/2')

	await user.click(screen.getByRole('button', { name: 'Theme and language' }))

	expect(screen.getAllByRole('menuitemradio')).toHaveLength(LANGUAGES.length + 3)
})

test('who has typed something is asked first, and keeps it if they like', async () => {
	fakeServer({})
	const form = (
		<>
			<Switches offered={LANGUAGES} />
			<TextField label="Username" />
		</>
	)
	await renderScreen(form, '/auth')
	await user.type(screen.getByLabelText('Username'), 'jonas')
	const choosePolish = async () => {
		await openMenu()
		await user.click(screen.getByRole('menuitemradio', { name: 'Polski' }))
		return screen.findByRole('alertdialog', { name: 'Change the language now?' })
	}

	await choosePolish()
	await user.click(screen.getByRole('button', { name: 'Cancel' }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect([chosen(), reload.mock.calls.length]).toEqual([undefined, 0])
	expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('jonas')

	await choosePolish()
	await user.click(screen.getByRole('button', { name: 'Change it' }))
	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
	expect(chosen()).toBe('pl')
})

async function openLanguageRow(member = me, answers: Parameters<typeof fakeServer>[0] = {}) {
	const server = fakeServer({
		'GET /api/user': [200, member],
		'GET /api/instance': [200, anInstance()],
		[`GET /api/users/${me.id}/sessions`]: [200, []],
		[`GET /api/users/${me.id}/tokens`]: [200, []],
		[CHANGE]: [200, me],
		...answers,
	})
	await renderScreen(<SettingsScreen languages={LANGUAGES} />, '/settings', { member })
	await user.click(await screen.findByRole('button', { name: 'Language' }))
	return server
}
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' })
const save = () => user.click(screen.getByRole('button', { name: 'Change Language' }))

test('a member chooses a language in Settings, for this browser and for all others', async () => {
	const server = await openLanguageRow()
	expect(select().selectedOptions[0]?.textContent).toBe('As this browser asks')

	await user.selectOptions(select(), 'Українська')
	expect(reload).not.toHaveBeenCalled()
	await save()

	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
	expect(server.bodiesOf(CHANGE)).toEqual([{ language: 'uk' }])
	expect(chosen()).toBe('uk')
})

test('a member can leave it to their browsers again', async () => {
	chooseLanguage('tr')
	reload.mockClear()
	const server = await openLanguageRow({ ...me, language: 'tr' })
	expect(select().value).toBe('tr')

	await user.selectOptions(select(), 'As this browser asks')
	await save()

	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
	expect(server.bodiesOf(CHANGE)).toEqual([{ language: null }])
	expect(chosen()).toBeUndefined()
})

test('without the server nothing changes, and the member reads so', async () => {
	await openLanguageRow(me, { [CHANGE]: [503, 'down'] })

	await user.selectOptions(select(), 'Deutsch')
	await save()

	expect(await screen.findByText('Nothing has changed. Please try again.')).toBeTruthy()
	expect([chosen(), reload.mock.calls.length]).toEqual([undefined, 0])
})

test('in a demo, whose members are shared, the language is that of the browser alone', async () => {
	const [status, body] = refusal(403, 'demo', 'Not in a demo')
	await openLanguageRow(me, { [CHANGE]: [status, { ...(body as object), reason: 'demo' }] })

	await user.selectOptions(select(), 'Deutsch')
	await save()

	await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
	expect(chosen()).toBe('de')
})

const goBackToPage = () =>
	window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }) as unknown as Event)

test('who goes back to a page, or on to another screen, after another language was chosen reads that one', () => {
	document.documentElement.lang = 'en'
	let goOn = () => {}
	followChosenLanguage((opened) => {
		goOn = opened
	}, LANGUAGES)
	goBackToPage()
	goOn()
	expect(reload).not.toHaveBeenCalled()

	chooseLanguage('nl')
	reload.mockClear()
	goOn()
	expect(reload).toHaveBeenCalledTimes(1)
	goBackToPage()
	expect(reload).toHaveBeenCalledTimes(2)
})
