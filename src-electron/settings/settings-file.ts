import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { momentInName, reasonOf, syncFile, syncFolder } from './disk-sync.ts'
import { Settings } from './settings.ts'

export type SettingsFile = {
	current(): Settings
	/** In force, and on disk if the disk lets us, when it returns. */
	change(part: Partial<Settings>): void
	/** For the person: why the settings are not what they were, or will not be kept. */
	readonly trouble: string | null
}

/** What the file says, entries of newer versions included. */
type Entries = Record<string, unknown>
const Entries = v.pipe(
	v.unknown(),
	// valibot makes a record of a list.
	v.check((entries) => !Array.isArray(entries)),
	v.record(v.string(), v.unknown()),
)

/** Opens the settings at `path`. Never throws: whatever is wrong with the disk, the app starts. */
export function openSettings(path: string, now = () => new Date()): SettingsFile {
	const folder = dirname(path)
	let entries: Entries = {}
	let isBroken = false
	let notRead: string | null = null
	let notSaved: string | null = null

	try {
		entries = v.parse(Entries, JSON.parse(readFileSync(path, 'utf8')))
	} catch (error) {
		isBroken = !isMissing(error)
	}
	if (isBroken) trySaving(setAside)

	/** The broken file may be the only place where a friend's address still is: it is kept, and never written over. */
	function setAside() {
		const kept = freeName(join(folder, `${basename(path, '.json')}.broken-${momentInName(now())}`))
		renameSync(path, kept)
		isBroken = false
		notRead = `The settings could not be read, so Backseat starts with fresh ones. The old ones are kept in ${kept}.`
	}

	function save() {
		if (isBroken) setAside()
		replaceFile(path, `${JSON.stringify(entries, null, '\t')}\n`)
	}

	function trySaving(write: () => void) {
		try {
			write()
			notSaved = null
		} catch (error) {
			notSaved = `Settings cannot be saved in ${folder} (${reasonOf(error)}), so they hold until you close Backseat. Let your user write there, and free some space if the disk is full.`
		}
	}

	return {
		current: () => v.parse(Settings, entries),
		change(part) {
			const said = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
			const changed = { ...entries, ...said }
			if (notSaved === null && JSON.stringify(changed) === JSON.stringify(entries)) return
			entries = changed
			trySaving(save)
		},
		get trouble() {
			return notSaved ?? notRead
		},
	}
}

/** ENOTDIR: the folder itself is a file, so there is nothing of ours to keep. */
const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(reasonOf(error))

function freeName(base: string): string {
	let name = `${base}.json`
	for (let again = 2; existsSync(name); again++) name = `${base}-${again}.json`
	return name
}

/** Whenever the power goes, `path` holds the old text or the new one, whole. For this user alone. */
function replaceFile(path: string, text: string) {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
	const aside = `${path}.new`
	try {
		writeFileSync(aside, text, { mode: 0o600 })
		// One left behind by a power cut keeps the mode it had.
		chmodSync(aside, 0o600)
		syncFile(aside)
		renameSync(aside, path)
		syncFolder(dirname(path))
	} catch (error) {
		rmSync(aside, { force: true })
		throw error
	}
}
