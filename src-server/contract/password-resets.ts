import * as v from 'valibot'
import { NewPassword, TypedText } from './names.ts'

/** What the token of a reset link looks like; anything else is answered exactly like an unknown one. */
export const RESET_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

/** `POST /api/forgot-password`: always the same 202, so that nobody learns who has an account or an address. */
export const ForgotPassword = v.object({
	username: v.pipe(TypedText, v.minLength(3, 'Username must be at least 3 characters')),
})
export type ForgotPassword = v.InferOutput<typeof ForgotPassword>

/** `GET /api/password-resets/{token}`: whose password it will be. */
export const ResetLookup = v.object({ username: v.string(), avatarId: v.number() })
export type ResetLookup = v.InferOutput<typeof ResetLookup>

/** `POST /api/password-resets`: sets the password, ends every session, and signs this browser in. Answers OwnUser. */
export const PasswordReset = v.object({ token: v.string('Required'), password: NewPassword })
export type PasswordReset = v.InferOutput<typeof PasswordReset>
