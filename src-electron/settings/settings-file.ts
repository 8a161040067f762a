import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { momentInName, reasonOf, syncFile, syncFolder } from './disk-sync.ts'

const WebAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))
const Pixels = v.pipe(v.number(), v.integer())

/** Where the main window was, in screen pixels. */
export const WindowPlace = v.object({
	x: Pixels,
	y: Pixels,
	width: v.pipe(Pixels, v.minValue(200)),
	height: v.pipe(Pixels, v.minValue(200)),
	isMaximized: v.boolean(),
})
export type WindowPlace = v.InferOutput<typeof WindowPlace>

/** What the desktop app remembers between starts. A missing or wrong entry is its default, the others stay. */
export const Settings = v.object({
	/** Of last time, so that the page's origin and its local storage stay. */
	port: v.fallback(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))), null),
	/** 'Let the car in'. */
	isLan: v.fallback(v.boolean(), false),
	keepServing: v.fallback(v.boolean(), false),
	/** Address of the friend's instance to show, with a slash at the end; null is this computer's own. */
	friend: v.fallback(v.nullable(WebAddress), null),
	/** Instances ridden along with before, newest first. */
	friends: v.fallback(v.array(WebAddress), []),
	windowPlace: v.fallback(v.nullable(WindowPlace), null),
	/** The version that last opened the data. */
	lastVersion: v.fallback(v.nullable(v.string()), null),
	/** Where updates come from; nothing is asked anywhere while this is null. */
	updateFeed: v.fallback(v.nullable(WebAddress), null),
	/** By address of a friend's instance: whether it may notify. One that is missing has not been asked about. */
	mayNotify: v.fallback(v.record(v.string(), v.boolean()), {}),
	/** By instance address: the id of the newest rating that a notification was shown for. */
	notified: v.fallback(v.record(v.string(), v.string()), {}),
})
export type Settings = v.InferOutput<typeof Settings>

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
