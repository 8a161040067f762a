import { expect, test } from 'bun:test'
import { keptBuilds, NEUTRAL_PAGE } from './kept-builds.ts'
import { memoryCaches } from './testing/memory-caches.ts'

const HOST = 'https://ride.example'

/** A browser's cache storage, and a server that serves one build after another. */
function aBrowser() {
	let served: string[] = []
	const answerTo = (url: string) => {
		const { pathname, searchParams } = new URL(url)
		const path = pathname.replace('/rides', '').slice(1)
		const language = searchParams.get('language') ?? 'en'
		if (path === NEUTRAL_PAGE)
			return new Response(`${path} of ${served}, ${language === 'en' ? '' : `assets/${language}-rest.js`}`, {
				headers: { 'Content-Language': language },
			})
		return served.includes(path) ? new Response(`${path} of ${served}`) : new Response(null, { status: 404 })
	}
	const caches = memoryCaches(answerTo)
	const ask = async ({ url }: Request) => answerTo(url)
	return {
		caches,
		build(version: string, files: string[], { scope = `${HOST}/`, firstFiles = files } = {}) {
			served = files
			return keptBuilds({ caches, scope, build: { version, files, firstFiles }, ask })
		},
		serve: (files: string[]) => {
			served = files
		},
	}
}

const textOf = async (answer: Response | undefined) => answer && (await answer.text())

test('the files of a build and the neutral page are there without asking anybody', async () => {
	const { build, serve } = aBrowser()
	const first = build('1', ['assets/home-1.js'])

	await first.keep()
	serve([])

	expect(await textOf(await first.file(new Request(`${HOST}/assets/home-1.js`)))).toBe(
		'assets/home-1.js of assets/home-1.js',
	)
	expect(await textOf(await first.neutralPage())).toBe(`${NEUTRAL_PAGE} of assets/home-1.js, `)
	expect(await first.file(new Request(`${HOST}/assets/other.js`))).toBeUndefined()
})

test('a build of which a file is missing is not kept', async () => {
	const { build, serve } = aBrowser()
	const first = build('1', ['assets/home-1.js', 'assets/gone.js'])
	serve(['assets/home-1.js'])

	await expect(first.keep()).rejects.toThrow('gone.js is not there')
	expect(await first.neutralPage()).toBeUndefined()
})

test('after an update the pages that are still open find their own files; one update later they are gone', async () => {
	const { build, caches } = aBrowser()
	await build('1', ['assets/home-1.js']).keep()
	await build('2', ['assets/home-2.js']).keep()
	const third = build('3', ['assets/home-3.js'])
	await third.keep()

	await third.dropOtherBuilds(1)

	expect(await third.file(new Request(`${HOST}/assets/home-1.js`))).toBeUndefined()
	expect(await third.file(new Request(`${HOST}/assets/home-2.js`))).toBeDefined()
	await third.dropOtherBuilds()
	expect(await caches.keys()).toEqual(['backseat / 3'])
})

test('another instance at the same host, and other programs, keep what is theirs', async () => {
	const { build, caches } = aBrowser()
	await caches.open('somebody else')
	await build('1', ['assets/x.js'], { scope: `${HOST}/rides/` }).keep()
	const root = build('2', ['assets/y.js'])
	await root.keep()

	await root.dropOtherBuilds()
	await root.dropAllBuilds()

	expect(await root.file(new Request(`${HOST}/assets/y.js`))).toBeUndefined()
	expect(await caches.keys()).toEqual(['somebody else', 'backseat /rides/ 1'])
})

test('a first visit keeps what drivers are rated with, and the rest when the page asks for it', async () => {
	const { build } = aBrowser()
	const files = ['assets/home-1.js', 'assets/host-1.js']
	const first = build('1', files, { firstFiles: ['assets/home-1.js'] })
	const host = new Request(`${HOST}/assets/host-1.js`)

	await first.keep()
	expect(await first.file(host)).toBeUndefined()
	await first.keepAll()

	expect(await textOf(await first.file(host))).toContain('assets/host-1.js')
})

test('an update keeps all files at once where an earlier build is kept', async () => {
	const { build } = aBrowser()
	await build('1', ['assets/home-1.js']).keep()
	const second = build('2', ['assets/home-2.js', 'assets/host-2.js'], { firstFiles: ['assets/home-2.js'] })

	await second.keep()

	expect(await textOf(await second.file(new Request(`${HOST}/assets/host-2.js`)))).toContain('assets/host-2.js')
})

test('the page is kept in the language that was used last, with its texts, also by the next build', async () => {
	const { build, serve } = aBrowser()
	const first = build('1', ['assets/home-1.js'])
	const texts = new Request(`${HOST}/assets/de-rest.js`)
	await first.keep()
	serve(['assets/home-1.js', 'assets/de-rest.js'])

	await first.keepLanguage('de')
	const second = build('2', ['assets/home-2.js'])
	serve(['assets/home-2.js', 'assets/de-rest.js'])
	await second.keep()

	for (const kept of [first, second]) {
		expect((await kept.neutralPage())?.headers.get('Content-Language')).toBe('de')
		expect(await kept.file(texts)).toBeDefined()
	}
})

test('a language whose texts do not come leaves the page that is kept', async () => {
	const { build } = aBrowser()
	const first = build('1', ['assets/home-1.js'])
	await first.keep()

	await expect(first.keepLanguage('pl')).rejects.toThrow('pl-rest.js is not there')

	expect((await first.neutralPage())?.headers.get('Content-Language')).toBe('en')
})

test('a file that does not come with the rest is left to the page that needs it', async () => {
	const { build, serve } = aBrowser()
	const first = build('1', ['assets/home-1.js', 'assets/gone-1.js', 'assets/host-1.js'], {
		firstFiles: ['assets/home-1.js'],
	})
	await first.keep()
	serve(['assets/home-1.js', 'assets/host-1.js'])

	await first.keepAll()

	expect(await first.file(new Request(`${HOST}/assets/gone-1.js`))).toBeUndefined()
	expect(await textOf(await first.file(new Request(`${HOST}/assets/host-1.js`)))).toContain('assets/host-1.js')
})
