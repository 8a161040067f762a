import * as v from 'valibot'
import { OwnUser } from './accounts.ts'
import { call } from './call.ts'
import { TokenText } from './ids.ts'
import { NewPassword, TypedText } from './names.ts'
import { Success } from './problems.ts'

/** What the token of a reset link looks like; anything else is answered exactly like an unknown one. */
export const RESET_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

export const ForgotPassword = v.object({
	username: v.pipe(TypedText, v.minLength(3, 'Username must be at least 3 characters')),
})
export type ForgotPassword = v.InferOutput<typeof ForgotPassword>

/** Whose password it will be. */
export const ResetLookup = v.object({ username: v.string(), avatarId: v.number() })
export type ResetLookup = v.InferOutput<typeof ResetLookup>

export const PasswordReset = v.object({ token: v.string('Required'), password: NewPassword })
export type PasswordReset = v.InferOutput<typeof PasswordReset>

/** Always the same answer, so that nobody learns who has an account or an address. */
export const askForReset = call({
	method: 'POST',
	path: '/forgot-password',
	who: 'anyone',
	body: ForgotPassword,
	answers: { 202: Success },
})

/** Asking uses nothing up. */
export const lookUpReset = call({
	method: 'GET',
	path: '/password-resets/:token',
	who: 'anyone',
	params: v.object({ token: TokenText }),
	answers: { 200: ResetLookup },
})

/** Sets the password, ends every session, and signs this browser in. */
export const resetPassword = call({
	method: 'POST',
	path: '/password-resets',
	who: 'anyone',
	body: PasswordReset,
	answers: { 200: OwnUser },
})
