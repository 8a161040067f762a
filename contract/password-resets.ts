import * as v from 'valibot'
import { call } from './call.ts'
import { LINK_DEAD } from './call-docs.ts'
import { REQUIRED, USERNAME_TOO_SHORT } from './field-messages.ts'
import { TokenText } from './ids.ts'
import { NewPassword, TypedText } from './names.ts'
import { Success } from './problems.ts'
import { CameIn } from './sign-in.ts'

export const RESET_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

export const ForgotPassword = v.object({
	username: v.pipe(TypedText, v.minLength(3, USERNAME_TOO_SHORT)),
})
export type ForgotPassword = v.InferOutput<typeof ForgotPassword>

/** `removes` lists the other credentials that the reset removes. */
export const ResetLookup = v.object({
	username: v.string(),
	avatarId: v.number(),
	removes: v.object({
		passkeys: v.boolean(),
		connected: v.array(v.string()),
	}),
})
export type ResetLookup = v.InferOutput<typeof ResetLookup>

export const PasswordReset = v.object({ token: v.string(REQUIRED), password: NewPassword })
export type PasswordReset = v.InferOutput<typeof PasswordReset>

/** The response is always the same, so that it does not reveal who has an account or an address. */
export const askForReset = call({
	method: 'POST',
	path: '/forgot-password',
	who: 'anyone',
	body: ForgotPassword,
	answers: { 202: Success },
	docs: () => ({
		tag: 'Links',
		summary: 'Ask for a link to set a new password',
		description: 'The same answer whether or not somebody has that name, or gave an email address.',
		answers: { 202: 'If there is somebody to write to, a message is on its way.', 404: 'This server sends no mail.' },
	}),
})

export const lookUpReset = call({
	method: 'GET',
	path: '/password-resets/:token',
	who: 'anyone',
	params: v.object({ token: TokenText }),
	answers: { 200: ResetLookup },
	docs: () => ({
		tag: 'Links',
		summary: 'Whose password a link sets',
		description: 'Looking uses nothing up.',
		answers: { 200: 'The account it is for.', 404: LINK_DEAD },
	}),
})

export const resetPassword = call({
	method: 'POST',
	path: '/password-resets',
	who: 'visitor-or-member',
	body: PasswordReset,
	answers: { 200: CameIn },
	docs: () => ({
		tag: 'Links',
		summary: 'Set a new password by a link',
		description:
			'Ends every session of the account, removes its passkeys and connected accounts, and sets the session cookie of a new session. What this browser rated as a guest comes along.',
		answers: { 200: 'The member.', 404: LINK_DEAD },
	}),
})
