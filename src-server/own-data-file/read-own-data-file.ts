import * as v from 'valibot'
import { REQUIRED } from '#contract/field-messages.ts'
import type { RatingId, UserId } from '#contract/ids.ts'
import { type Impressions, verdictOf } from '#contract/impressions.ts'
import { OWN_DATA_FILES } from '#contract/own-data-file.ts'
import { OWN_DATA_FILE_MAX_BYTES, OWN_DATA_VERDICTS_MAX, OWN_DATA_VERSION } from '#contract/own-data-limits.ts'
import type { Because } from '#contract/reasons.ts'
import { fileTooLarge, invalid } from '#server/http/problems.ts'
import { parseForeignJson } from './scan-json.ts'

/*
 * Reads a member's own data file, which anyone can write by hand. It knows neither members nor HTTP: a member's import and
 * the operator's command share it. A `Refusal` says in a sentence what is wrong, and where.
 */

export type VerdictInFile = Impressions & {
	/** On the instance where it was given. */
	id: RatingId
	starRating: number
	driver: string
	/** On the instance that wrote the file; null for a verdict that had been brought there. */
	driverId: UserId | null
	/** Null for drivers without an account, and in files of version 1. */
	driverUsername: string | null
	createdAt: Date
}

export type OwnDataFile = {
	version: keyof typeof OWN_DATA_FILES
	/** In the order of the file, each once. */
	verdicts: VerdictInFile[]
	leftOut: { placeholders: number; sealed: number; twiceInFile: number }
}

/** Clocks of two servers differ. */
const AHEAD_MAX_MS = 600_000

export function readOwnDataFile(bytes: Uint8Array, now: Date): OwnDataFile {
	if (bytes.byteLength > OWN_DATA_FILE_MAX_BYTES) throw fileTooLarge()
	refuseOtherFiles(bytes)
	const content = parseForeignJson(textOf(bytes))
	if (!isObject(content)) throw invalid('file_not_ours')
	refuseOtherData(content)
	const version = versionOf(content)
	const lists = { ratingsGiven: content.ratingsGiven, ...(version > 1 && { broughtVerdicts: content.broughtVerdicts }) }
	refuseTooMany(Object.values(lists))
	const file = read(version, content)

	const latest = now.getTime() + AHEAD_MAX_MS
	const ids = new Set<RatingId>()
	const verdicts: VerdictInFile[] = []
	const leftOut = { placeholders: 0, sealed: 0, twiceInFile: 0 }
	const add = (list: ListName, index: number, verdict: Omit<VerdictInFile, 'createdAt'> & { createdAt: string }) => {
		const createdAt = new Date(verdict.createdAt)
		if (createdAt.getTime() > latest) throw invalid({ reason: 'file_in_future', params: { list, nth: index + 1 } })
		if (ids.has(verdict.id)) leftOut.twiceInFile++
		else verdicts.push({ ...verdict, createdAt })
		ids.add(verdict.id)
	}
	for (const [index, given] of file.ratingsGiven.entries()) {
		if (given.isPlaceholder) leftOut.placeholders++
		else if (given.isSealed) leftOut.sealed++
		else {
			const { id, driver, driverId, createdAt, driverUsername = null } = given
			add('ratingsGiven', index, { id, ...verdictOf(given), driver, driverId, driverUsername, createdAt })
		}
	}
	for (const [index, brought] of (file.broughtVerdicts ?? []).entries())
		add('broughtVerdicts', index, { ...brought, driverId: null, driverUsername: null })
	return { version, verdicts, leftOut }
}

type ListName = 'ratingsGiven' | 'broughtVerdicts'

/** Names the files that people take for theirs by what they begin with. */
function refuseOtherFiles(bytes: Uint8Array) {
	const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
	if (bytes.byteLength === 0) throw invalid('file_empty')
	if (start.startsWith('SQLite format 3')) throw invalid('file_of_instance')
	if (start.startsWith('\x1f\x8b') || start.startsWith('PK\x03\x04')) throw invalid('file_compressed')
	if (/^(ï»¿)?(direction|id),/.test(start)) throw invalid('file_is_csv')
}

function textOf(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw invalid('file_not_utf8')
	}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

function refuseOtherData(content: Record<string, unknown>) {
	if (content.product !== 'Backseat') throw invalid('file_not_ours')
	if (Array.isArray(content.people)) throw invalid('file_of_instance')
}

function versionOf({ version = 1 }: Record<string, unknown>): OwnDataFile['version'] {
	if (version === 1 || version === OWN_DATA_VERSION) return version
	if (typeof version === 'number' && Number.isInteger(version) && version > OWN_DATA_VERSION)
		throw invalid({ reason: 'file_newer', params: { version } })
	throw invalid({ reason: 'file_version_wrong', params: { max: OWN_DATA_VERSION } })
}

/** Before each of them is read. */
function refuseTooMany(lists: unknown[]) {
	const count = lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
	if (count > OWN_DATA_VERDICTS_MAX)
		throw invalid({ reason: 'file_too_long', params: { count, max: OWN_DATA_VERDICTS_MAX } })
}

type Given = v.InferOutput<(typeof OWN_DATA_FILES)[2]>['ratingsGiven'][number]
type Read = {
	ratingsGiven: (Omit<Given, 'driverUsername'> & Partial<Pick<Given, 'driverUsername'>>)[]
	broughtVerdicts?: v.InferOutput<(typeof OWN_DATA_FILES)[2]>['broughtVerdicts']
}

function read(version: OwnDataFile['version'], content: Record<string, unknown>): Read {
	const { success, output, issues } = v.safeParse(OWN_DATA_FILES[version], content, { abortEarly: true })
	if (success) return output
	throw invalid(reasonOf(issues[0]))
}

function reasonOf({ path, message, received }: v.BaseIssue<unknown>): Because {
	const [list = '', index, field] = (path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
	const isMissing = received === 'undefined'
	if (typeof index !== 'number')
		return isMissing
			? { reason: 'file_list_missing', params: { list: String(list) } }
			: { reason: 'file_list_wrong', params: { message } }
	const at = { list: list as ListName, nth: index + 1 }
	if (field === undefined) return { reason: 'file_not_object', params: at }
	const inField = { ...at, field: String(field) }
	if (isMissing) return { reason: 'file_field_missing', params: inField }
	// Names have the messages of forms.
	if (message === REQUIRED) return { reason: 'file_field_not_text', params: inField }
	return message.startsWith('“')
		? { reason: 'file_verdict_wrong', params: { ...at, message } }
		: { reason: 'file_field_wrong', params: { ...inField, message } }
}
