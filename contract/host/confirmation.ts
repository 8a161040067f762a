import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST } from '#contract/call-docs.ts'
import { PASSWORD_MISSING } from '#contract/field-messages.ts'
import { Moment } from '#contract/ids.ts'
import { Proof } from '#contract/proofs.ts'

export const CONFIRMED_MS = 15 * 60_000

export const Confirmation = v.pipe(
	v.object({
		password: v.optional(v.pipe(v.string(PASSWORD_MISSING), v.minLength(1, PASSWORD_MISSING))),
		proof: v.optional(Proof),
	}),
	v.forward(
		v.check(({ password, proof }) => password !== undefined || proof !== undefined, PASSWORD_MISSING),
		['password'],
	),
)
export type Confirmation = v.InferOutput<typeof Confirmation>

export const Confirmed = v.object({ confirmedUntil: v.nullable(Moment) })
export type Confirmed = v.InferOutput<typeof Confirmed>

export const confirm = call({
	method: 'POST',
	path: '/host/confirm',
	who: 'host',
	body: Confirmation,
	answers: { 200: Confirmed },
	docs: () => ({
		tag: 'Host',
		summary: 'Show again that it is me',
		description:
			'For 15 minutes this session may change and download things. Only this call confirms: logging in does not. Tries count with those of the log-in.',
		answers: { 200: 'Until when.', 403: `${NOT_A_HOST} Or the password is wrong (\`wrong_password\`).` },
	}),
})

/** Called before a browser follows a download link, because the browser would save an error response as the file. */
export const getConfirmation = call({
	method: 'GET',
	path: '/host/confirmation',
	who: 'host',
	answers: { 200: Confirmed },
	docs: () => ({
		tag: 'Host',
		summary: 'Whether this session may change things now',
		answers: { 200: 'Until when, or null.', 403: NOT_A_HOST },
	}),
})
