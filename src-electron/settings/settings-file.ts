import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { t } from '#contract/text.ts'
import { momentInName, reasonOf, syncFile, syncFolder } from './disk-sync.ts'

const WebAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))
const Pixels = v.pipe(v.number(), v.integer())

export const WindowPlace = v.object({
	x: Pixels,
	y: Pixels,
	width: v.pipe(Pixels, v.minValue(200)),
	height: v.pipe(Pixels, v.minValue(200)),
	isMaximized: v.boolean(),
})
export type WindowPlace = v.InferOutput<typeof WindowPlace>

/** A missing or invalid entry falls back to its default; the others stay. */
export const Settings = v.object({
	/** The last port, so that the page keeps its origin and local storage. */
	port: v.fallback(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))), null),
	/** Tag of the language chosen in the app; null means the system's. */
	language: v.fallback(v.nullable(v.string()), null),
	isLan: v.fallback(v.boolean(), false),
	keepServing: v.fallback(v.boolean(), false),
	/** Null means this computer's own instance. */
	friend: v.fallback(v.nullable(WebAddress), null),
	friends: v.fallback(v.array(WebAddress), []),
	windowPlace: v.fallback(v.nullable(WindowPlace), null),
	/** Address of the update feed; null means no update requests at all. */
	updateFeed: v.fallback(v.nullable(WebAddress), null),
	/** Notification permission by address of a friend's instance. A missing one has not been requested yet. */
	mayNotify: v.fallback(v.record(v.string(), v.boolean()), {}),
	notified: v.fallback(v.record(v.string(), v.string()), {}),
})
export type Settings = v.InferOutput<typeof Settings>

export type SettingsFile = {
	current(): Settings
	/** Applies immediately, and is saved on return unless the disk fails. */
	change(part: Partial<Settings>): void
	readonly trouble: string | null
}

type Entries = Record<string, unknown>
const Entries = v.pipe(
	v.unknown(),
	// valibot's record schema accepts arrays.
	v.check((entries) => !Array.isArray(entries)),
	v.record(v.string(), v.unknown()),
)

/** Never throws: the app starts whatever is wrong with the disk. */
export function openSettings(path: string, now = () => new Date()): SettingsFile {
	const folder = dirname(path)
	let entries: Entries = {}
	let isBroken = false
	/** Path of the copy of settings that could not be read. */
	let keptIn: string | null = null
	let notSaved: { reason: string } | null = null

	try {
		entries = v.parse(Entries, JSON.parse(readFileSync(path, 'utf8')))
	} catch (error) {
		isBroken = !isMissing(error)
	}
	if (isBroken) trySaving(setAside)

	/** Keeps the broken file instead of overwriting it: it may hold the only copy of a friend's address. */
	function setAside() {
		const kept = freeName(join(folder, `${basename(path, '.json')}.broken-${momentInName(now())}`))
		renameSync(path, kept)
		isBroken = false
		keptIn = kept
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
			notSaved = { reason: reasonOf(error) }
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
			if (notSaved)
				return t(
					'Settings cannot be saved in {folder} ({reason}), so they hold until you close Backseat. Let your user write there, and free some space if the disk is full.',
					{ folder, ...notSaved },
				)
			if (keptIn === null) return null
			return t('The settings could not be read, so Backseat starts with fresh ones. The old ones are kept in {file}.', {
				file: keptIn,
			})
		},
	}
}

/** ENOTDIR: the parent is a file, so there are no settings to keep. */
const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(reasonOf(error))

function freeName(base: string): string {
	let name = `${base}.json`
	for (let again = 2; existsSync(name); again++) name = `${base}-${again}.json`
	return name
}

/** Atomic: after a power cut, `path` holds either the old text or the new one. Readable by this user only. */
function replaceFile(path: string, text: string) {
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
	const aside = `${path}.new`
	try {
		writeFileSync(aside, text, { mode: 0o600 })
		// A file left behind by a power cut keeps its old mode.
		chmodSync(aside, 0o600)
		syncFile(aside)
		renameSync(aside, path)
		syncFolder(dirname(path))
	} catch (error) {
		rmSync(aside, { force: true })
		throw error
	}
}
