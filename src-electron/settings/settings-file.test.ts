import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSettings } from './settings-file.ts'

const folders: string[] = []
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function freshPath(text?: string): { folder: string; path: string } {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-settings-'))
	folders.push(folder)
	const path = join(folder, 'desktop-settings.json')
	if (text !== undefined) writeFileSync(path, text)
	return { folder, path }
}

const saved = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const noon = () => new Date('2026-11-21T12:00:00.000Z')

test('a person who starts the app for the first time has the defaults, and no trouble', () => {
	const { path, folder } = freshPath()

	const settings = openSettings(path)

	expect(settings.current()).toMatchObject({ port: null, isLan: false, friend: null, friends: [], notified: {} })
	expect(settings.trouble).toBeNull()
	expect(readdirSync(folder)).toEqual([])
})

test('what was changed is there after the next start, for this user alone, with nothing left lying about', () => {
	const { path, folder } = freshPath()

	openSettings(path).change({ port: 7433, friends: ['https://rides.example/'] })

	expect(openSettings(path).current()).toMatchObject({ port: 7433, friends: ['https://rides.example/'] })
	expect(readdirSync(folder)).toEqual(['desktop-settings.json'])
	expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('two quick changes are both kept', () => {
	const { path } = freshPath()
	const settings = openSettings(path)

	settings.change({ isLan: true })
	settings.change({ keepServing: true })

	expect(openSettings(path).current()).toMatchObject({ isLan: true, keepServing: true })
})

test('a wrong entry is its default, and the others stay', () => {
	const { path } = freshPath(
		JSON.stringify({ port: 'seven', isLan: true, friend: 'ftp://rides.example/', friends: [1] }),
	)

	const settings = openSettings(path)

	expect(settings.current()).toMatchObject({ port: null, isLan: true, friend: null, friends: [] })
	expect(settings.trouble).toBeNull()
})

test('what a newer version wrote outlives a change by this one', () => {
	const { path } = freshPath(JSON.stringify({ seatHeating: 'high', isLan: true }))

	openSettings(path).change({ isLan: false })

	expect(saved(path)).toEqual({ seatHeating: 'high', isLan: false })
})

for (const broken of ['{"port": 74', '', '[]', 'null', '"text"', '\0\0\0\0'])
	test(`settings that read ${JSON.stringify(broken)} give the defaults, and are kept to look at`, () => {
		const { path, folder } = freshPath(broken)

		const settings = openSettings(path, noon)
		settings.change({ isLan: true })

		const kept = join(folder, 'desktop-settings.broken-2026-11-21T12-00-00-000Z.json')
		expect(readFileSync(kept, 'utf8')).toBe(broken)
		expect(settings.current()).toMatchObject({ port: null, isLan: true })
		expect(settings.trouble).toContain(kept)
		expect(openSettings(path).current().isLan).toBeTrue()
	})

test('a second broken file does not take the place of the first', () => {
	const { path, folder } = freshPath('first')
	openSettings(path, noon)
	writeFileSync(path, 'second')

	openSettings(path, noon)

	const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
	expect(kept.sort()).toEqual(['first', 'second'])
})

test('a broken file that cannot be put aside yet is not written over', () => {
	const { path, folder } = freshPath('broken')
	let isPossible = false
	const settings = openSettings(path, () => {
		if (!isPossible) throw new Error('another program holds it')
		return noon()
	})

	settings.change({ isLan: true })

	expect(settings.current().isLan).toBeTrue()
	expect(settings.trouble).toContain('another program holds it')
	expect(readFileSync(path, 'utf8')).toBe('broken')

	isPossible = true
	settings.change({ keepServing: true })

	expect(saved(path)).toEqual({ isLan: true, keepServing: true })
	expect(readdirSync(folder)).toHaveLength(2)
})

test('something that cannot be read at all is put aside too', () => {
	const { path, folder } = freshPath()
	mkdirSync(join(path, 'inside'), { recursive: true })

	const settings = openSettings(path)
	settings.change({ isLan: true })

	expect(openSettings(path).current().isLan).toBeTrue()
	expect(readdirSync(folder)).toHaveLength(2)
})

test('where nothing can be saved, changes hold until the app is closed, and the person is told', () => {
	const { path: blocked } = freshPath('a file where the folder should be')
	const path = join(blocked, 'desktop-settings.json')

	const settings = openSettings(path)
	settings.change({ isLan: true })

	expect(settings.current().isLan).toBeTrue()
	expect(settings.trouble).toContain(blocked)
	expect(settings.trouble).toContain('until you close Backseat')
	expect(readFileSync(blocked, 'utf8')).toBe('a file where the folder should be')

	rmSync(blocked)
	settings.change({ isLan: true })
	expect(openSettings(path).current().isLan).toBeTrue()
	settings.change({ keepServing: true })

	expect(settings.trouble).toBeNull()
	expect(openSettings(path).current()).toMatchObject({ isLan: true, keepServing: true })
})

test('a save that fails leaves the settings of before on disk', () => {
	const { path } = freshPath()
	const settings = openSettings(path)
	settings.change({ port: 7433 })
	mkdirSync(join(`${path}.new`, 'in the way'), { recursive: true })

	settings.change({ port: 7434 })

	expect(settings.trouble).not.toBeNull()
	expect(saved(path)).toEqual({ port: 7433 })
})
