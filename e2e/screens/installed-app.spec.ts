import { expectAccessibleInBothThemes } from '../accessibility/accessible.ts'
import { atPath, expect, test } from '../fixtures/people.ts'

type Picture = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string }
type Manifest = {
	id: string
	start_url: string
	scope: string
	icons: Picture[]
	screenshots: Picture[]
	shortcuts: { name: string; url: string; icons: Picture[] }[]
}

test('the browser finds all that it needs to install the app, also below a base path, and every picture is what the manifest says [spec 8.19]', {
	tag: '@desktop',
}, async ({ newPerson, instance }) => {
	const { pathname: base } = new URL(instance.address)
	const { page, context, open } = await newPerson({ serviceWorkers: 'allow', isNew: true })
	await open('home')
	const devtools = await context.newCDPSession(page)
	const { url, data = '', errors } = await devtools.send('Page.getAppManifest')
	expect(errors).toEqual([])
	const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
	// Test browsers are incognito, which full Chromium reports as an error.
	expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
	const manifest: Manifest = JSON.parse(data)
	const places = [manifest.start_url, manifest.scope, ...manifest.shortcuts.map((shortcut) => shortcut.url)]
	const { origin } = new URL(url)
	expect(places.map((place) => new URL(place, url).href.slice(origin.length))).toEqual(
		['home', '', 'home', 'infographic/me'].map((path) => base + path),
	)
	expect(manifest.id).toBe(base)
	expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
		'192x192 any',
		'512x512 any',
		'512x512 maskable',
	])
	expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'narrow', 'wide'])

	const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
	const seen = await page.evaluate(
		(pictures) =>
			Promise.all(
				pictures.map(async ({ src, ...picture }) => {
					const answer = await fetch(src)
					const { width, height } = await createImageBitmap(await answer.clone().blob())
					return { ...picture, src, sizes: `${width}x${height}`, type: answer.headers.get('content-type') }
				}),
			),
		pictures.map((picture) => ({ ...picture, src: new URL(picture.src, url).href })),
	)
	expect(seen).toEqual(pictures.map((picture) => ({ ...picture, src: new URL(picture.src, url).href })))
})

test('“My card” on the home screen of a phone is that of the signed-in member, and the log-in for others [spec 8.19]', async ({
	member,
	newPerson,
}) => {
	const visitor = await newPerson()
	await visitor.open('infographic/me')
	await visitor.page.waitForURL(atPath('/auth'))

	const { page, open, id } = await member()
	await open('home')
	await open('infographic/me')
	await page.waitForURL(atPath(`/infographic/${id}`))
	await expect(page.getByRole('main')).toBeVisible()
	await page.goBack()
	await page.waitForURL(atPath('/home'))
})

test('the line that offers to install it can be used by everybody, and by keyboard', { tag: '@thorough' }, async ({
	newPerson,
}) => {
	const { page, open } = await newPerson({ isNew: true })
	await page.addInitScript(() => {
		if (!location.protocol.startsWith('http')) return
		localStorage.setItem('visits', '2')
		// Chromium fires it after the page has loaded, but not in a test.
		const offer = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined })
		addEventListener('load', () => window.dispatchEvent(offer))
	})
	await open('home')
	await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('ownNotice')))
	await open('home')
	const line = page.getByRole('region', { name: 'Install Backseat' })
	await expect(line).toBeVisible()
	await expectAccessibleInBothThemes(page, 'home with the install line')
	await line.getByRole('button', { name: 'No, thanks' }).focus()
	await page.keyboard.press('Enter')
	await expect(line).toHaveCount(0)
	await expect(page.getByRole('main')).toBeFocused()
})
