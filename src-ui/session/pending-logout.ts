import * as v from 'valibot'
import { logOut } from '#contract/accounts.ts'
import { api } from '#ui/platform/api-client.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const LOGOUT_PENDING_KEY = 'logoutPending'

/** When a member logged out here, if the server has not heard of it. `true` is from before it was noted when. */
const pendingSince = () => remembered('localStorage', LOGOUT_PENDING_KEY, v.unknown())
export const isLogoutPending = () => pendingSince() !== null

export const noteLogoutPending = (isPending: boolean) =>
	remember('localStorage', LOGOUT_PENDING_KEY, isPending ? Date.now() : null)

let underway: Promise<unknown> | undefined

export async function logOutOnServer(headers?: { 'Logged-Out-Ago': string }) {
	underway = api.send(logOut, { headers })
	await underway
	noteLogoutPending(false)
}

/** Ends a session whose logout the server has not heard; tried again later if it still cannot be reached. */
export async function finishPendingLogout(): Promise<void> {
	// An answer that comes after a log-in would take its cookie back.
	await underway?.catch(() => {})
	const since = pendingSince()
	if (since === null) return
	try {
		await logOutOnServer({ 'Logged-Out-Ago': `${since === true ? 0 : Date.now() - Number(since)}` })
	} catch (error) {
		console.warn('Still signed in on the server', error)
	}
}
