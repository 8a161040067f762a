import * as v from 'valibot'
import { OwnUser } from './accounts.ts'
import { call } from './call.ts'
import { NAME_TAKEN } from './call-docs.ts'
import { PASSWORD_MISSING, USERNAME_TOO_SHORT } from './field-messages.ts'
import { RatingId } from './ids.ts'
import { AvatarId, NewPassword, OptionalEmail, TypedText, Username } from './names.ts'

export const CameIn = v.object({ ...OwnUser.entries, cameAlong: v.number() })
export type CameIn = v.InferOutput<typeof CameIn>

/**
 * The guest rating that prompted the sign-in; all others of this browser are adopted with it. Invalid values are ignored.
 */
const RatingToKeep = v.fallback(v.optional(RatingId), undefined)

export const Login = v.object({
	username: v.pipe(TypedText, v.minLength(3, USERNAME_TOO_SHORT)),
	// A missing password counts as empty, which has the better message. An overlong one is answered like a wrong one.
	password: v.optional(v.pipe(v.string(PASSWORD_MISSING), v.minLength(1, PASSWORD_MISSING)), ''),
	ratingId: RatingToKeep,
})
export type Login = v.InferOutput<typeof Login>

/** Without an avatar the server draws one. */
export const SignUp = v.object({
	invite: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined),
	username: Username,
	password: NewPassword,
	email: OptionalEmail,
	avatarId: v.optional(AvatarId),
	ratingId: RatingToKeep,
})
export type SignUp = v.InferOutput<typeof SignUp>

export const logIn = call({
	method: 'POST',
	path: '/login',
	who: 'visitor-or-member',
	body: Login,
	answers: { 200: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Log in',
		description:
			'Sets the session cookie. What this browser rated as a guest in the last 30 days comes along; `cameAlong` says how many.',
		answers: { 200: 'The member.', 401: 'Wrong username or password; which of them is not said.' },
	}),
})

export const signUp = call({
	method: 'POST',
	path: '/users',
	who: 'visitor-or-member',
	body: SignUp,
	answers: { 201: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Make an account',
		description:
			'Sets the session cookie, and takes along what this browser rated as a guest. Where sign-up is by invitation, `invite` is the token of its link.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	}),
})

/** The spec's second endpoint for sign-up. Browsers call it if they remember a user that the server no longer has. */
export const register = call({
	method: 'POST',
	path: '/register',
	who: 'visitor-or-member',
	body: SignUp,
	answers: { 201: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Make an account again',
		description: 'The same as POST /api/users: for a browser that remembers somebody whom the server has lost.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	}),
})
