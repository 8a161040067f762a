import { endAccessToken, makeAccessToken } from '#contract/access-tokens.ts'
import type { Call } from '#contract/call.ts'
import { importVerdicts } from '#contract/imports.ts'
import { oidcLink, unlinkIdentity } from '#contract/oidc.ts'
import { changeAccount, changePassword, deleteAccount, endOtherSessions, rename } from '#contract/own-account.ts'
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from '#contract/passkeys.ts'
import { SEED_MEMBERS } from '#db/seed.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed } from '#server/http/problems.ts'

/** By these, one visitor would lock out or mislead all others who travel as the same member. */
const CLOSED: ReadonlySet<Pick<Call, 'method' | 'path'>> = new Set([
	changeAccount,
	rename,
	changePassword,
	endOtherSessions,
	deleteAccount,
	importVerdicts,
	newPasskeyOptions,
	addPasskey,
	renamePasskey,
	removePasskey,
	makeAccessToken,
	endAccessToken,
	oidcLink,
	unlinkIdentity,
])

const FAMILY: ReadonlySet<number> = new Set(SEED_MEMBERS.map(({ id }) => id))

/** An account that a visitor made is the visitor's own, also in a demo. */
export function refuseOnSharedMember(call: Call, { userId }: Viewer) {
	if (userId === null || !FAMILY.has(userId) || !CLOSED.has(call)) return
	throw notAllowed('demo')
}
