import * as v from 'valibot'
import { call } from './call.ts'
import { NO_USER, NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { IdText, IdTextOrNull, Moment } from './ids.ts'

/** A member can undo an import for this long. */
export const UNDO_IMPORT_MS = 24 * 3_600_000

/** The preview names this many drivers, those with most verdicts first. */
export const PLANNED_DRIVERS_MAX = 500

/** The outcome of an import, before anything is written. */
export const ImportPlan = v.object({
	verdicts: v.number(),
	drivers: v.array(v.object({ name: v.string(), verdicts: v.number() })),
	/** Drivers beyond `PLANNED_DRIVERS_MAX`. */
	otherDrivers: v.number(),
	leftOut: v.object({
		placeholders: v.number(),
		sealed: v.number(),
		/** Brought before, or given on this instance. */
		alreadyHere: v.number(),
		twiceInFile: v.number(),
	}),
})
export type ImportPlan = v.InferOutput<typeof ImportPlan>

export const VerdictImport = v.object({
	id: v.number(),
	importedAt: Moment,
	verdicts: v.number(),
	drivers: v.number(),
	/** Null when it is too late. */
	undoUntil: v.nullable(Moment),
})
export type VerdictImport = v.InferOutput<typeof VerdictImport>

/** How such a file begins. Schemas of all that is read (own-data-file.ts) would weigh on every start. */
const OwnDataFileBody = v.object({ product: v.literal('Backseat') })

const params = v.object({ id: IdText })

const FILE =
	'The body is the file of “Download JSON”, of this or an earlier version: up to 8 MB and 20,000 verdicts; `docs/schemas` describes it. All of it is checked before anything is written.'
const NOT_A_FILE = 'Something in the file is not what it should be; the sentence names the verdict or the line.'
const TOO_LARGE = 'The file is larger than 8 MB.'

export const previewImport = call({
	method: 'POST',
	path: '/users/:id/imports/preview',
	who: 'member',
	owner: 'params.id',
	params,
	isFile: true,
	body: OwnDataFileBody,
	answers: { 200: ImportPlan },
	docs: () => ({
		tag: 'Own account',
		summary: 'What a file of mine from another instance would bring',
		description: FILE,
		answers: { 200: 'Nothing was written.', 400: NOT_A_FILE, 403: NOT_MINE, 413: TOO_LARGE },
	}),
})

export const importVerdicts = call({
	method: 'POST',
	path: '/users/:id/imports',
	who: 'member',
	owner: 'params.id',
	params,
	isFile: true,
	body: OwnDataFileBody,
	answers: { 201: VerdictImport },
	docs: () => ({
		tag: 'Own account',
		summary: 'Bring my verdicts from another instance',
		description: `${FILE} They are listed as “from before” and count nowhere. Those that are here already are left out. Five times a day.`,
		answers: {
			201: 'All of it.',
			400: NOT_A_FILE,
			403: NOT_MINE,
			409: 'All of it is here already (`nothing_new`), or it would be too many (`too_many_brought`).',
			413: TOO_LARGE,
		},
	}),
})

export const listImports = call({
	method: 'GET',
	path: '/users/:id/imports',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: v.array(VerdictImport) },
	docs: () => ({
		tag: 'Own account',
		summary: 'The files that I brought',
		answers: { 200: 'Newest first.', 403: NOT_MINE, 404: NO_USER },
	}),
})

export const undoImport = call({
	method: 'DELETE',
	path: '/users/:id/imports/:importId',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText, importId: IdTextOrNull }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Own account',
		summary: 'Take back what a file brought',
		answers: {
			204: 'All that it brought is gone.',
			400: NOT_AN_ID,
			403: NOT_MINE,
			404: 'I have no such import.',
			409: 'It was more than 24 hours ago (`too_late`).',
		},
		params: { importId: 'The import.' },
	}),
})
