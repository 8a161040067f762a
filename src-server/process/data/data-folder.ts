import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { EXIT } from '#contract/start-problems.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { lacksTemporaryFolder, noTemporaryFolder } from '#db/file/temporary-files.ts'
import { StartRefused } from '#server/start-refused.ts'
import { syncFolder, writeDurably } from './durable-file.ts'

/**
 * Creates the data folder for this user alone, or reports why it is unusable. Also sets the umask: files that SQLite creates
 * must not be readable by others (VACUUM INTO would create 0644).
 */
export function prepareDataFolder(path: string) {
	process.umask(0o077)
	try {
		const firstMade = mkdirSync(path, { recursive: true, mode: 0o700 })
		if (firstMade) syncNew(firstMade, path)
		if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
		accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (isFullDisk(error)) throw diskFull(path)
		throw new StartRefused(`Cannot use ${path} as data folder: ${reason(code)}. ${whatToDo}`, EXIT.noDataFolder, {
			problem: isFile(code) ? 'folder_is_file' : 'folder_closed',
		})
	}
}

const whatToDo = 'Choose another --data-dir or change its owner.'

const isFile = (code: string | undefined) => code === 'EEXIST' || code === 'ENOTDIR'

function reason(code: string | undefined): string {
	if (isFile(code)) return 'it is a file, or inside one'
	if (code === 'EACCES' || code === 'EPERM') return `${thisUser()} may not write there`
	if (code === 'EROFS') return 'it is on a read-only disk'
	return `${code}`
}

/** Names the user by uid only, because in a container the user often has no name and a look-up would throw. */
const thisUser = () => (process.getuid ? `the user with uid ${process.getuid()}` : 'this user')

/** Syncs the parent folders, so that a power cut after the first rating does not lose the new folder. */
function syncNew(firstMade: string, path: string) {
	try {
		for (let folder = path; folder.length >= firstMade.length; folder = dirname(folder)) syncFolder(dirname(folder))
	} catch {
		// The parent folder may be unreadable for this user, or the file system may not support syncing folders.
	}
}

/**
 * Explains why a file in the data folder cannot be opened, if the system or SQLite knows; db/file/data-file.ts reports
 * damage.
 */
export function whyNotOpened(error: unknown, path: string): unknown {
	if (isFullDisk(error)) return diskFull(path)
	const code = codeOf(error)
	if (/^(SQLITE_(CANTOPEN|READONLY|PERM)|EACCES$|EPERM$|EROFS$|EISDIR$)/.test(code))
		return new StartRefused(`Cannot open ${path} for writing (${code}). ${whatToDo}`, EXIT.noDataFolder)
	if (code.startsWith('SQLITE_BUSY'))
		return new StartRefused(`Another program is using ${path}. Stop it and start again.`, EXIT.dataInUse)
	if (lacksTemporaryFolder(error)) return new StartRefused(`${noTemporaryFolder(path)} ${whatToDo}`, EXIT.noDataFolder)
	if (storageTrouble(error))
		return new StartRefused(`The disk fails: ${path} cannot be used (${code}). Check the disk.`, EXIT.diskFails)
	return error
}

const codeOf = (error: unknown): string =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const isFullDisk = (error: unknown) =>
	storageTrouble(error) === 'full' || codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'

const diskFull = (path: string) =>
	new StartRefused(`The disk is full: ${path} cannot be written to. Free some space and start again.`, EXIT.diskFails, {
		problem: 'disk_full',
	})

/*
 * instance.json marks a folder that has held a Backseat. SQLite creates a new database if a file is missing or empty; the
 * marker makes the start refuse that. Only its presence counts; its text is for people, and its id differs per instance.
 */

const markerFile = (dataDir: string) => join(dataDir, 'instance.json')

export const hasInstanceMarker = (dataDir: string) => existsSync(markerFile(dataDir))

export function instanceIdOf(dataDir: string): string | undefined {
	try {
		const marker: unknown = JSON.parse(readFileSync(markerFile(dataDir), 'utf8'))
		return v.is(Marker, marker) ? marker.instanceId : undefined
	} catch {
		return undefined
	}
}

const Marker = v.object({ instanceId: v.string() })

export function writeInstanceMarker(dataDir: string) {
	if (hasInstanceMarker(dataDir)) return
	const marker = {
		product: 'Backseat',
		instanceId: crypto.randomUUID(),
		createdAt: new Date().toISOString(),
		note: 'While this file is here, a missing or empty backseat.db is never replaced by a new one.',
	}
	writeDurably(markerFile(dataDir), `${JSON.stringify(marker, null, '\t')}\n`)
}
