import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findElectron } from './electron-binary.ts'

const before = process.env.ELECTRON_OVERRIDE_DIST_PATH
afterEach(() => {
	if (before === undefined) delete process.env.ELECTRON_OVERRIDE_DIST_PATH
	else process.env.ELECTRON_OVERRIDE_DIST_PATH = before
})

test('an Electron of their own is found in the folder they name, and nowhere else', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'backseat-electron-'))
	process.env.ELECTRON_OVERRIDE_DIST_PATH = folder
	try {
		expect(findElectron()).toBeUndefined()
		for (const name of ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'])
			await Bun.write(join(folder, name), 'a program')
		expect(findElectron()).toStartWith(folder)
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
})
