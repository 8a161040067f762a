import * as v from 'valibot'
import { logOut } from '#contract/accounts.ts'
import { api } from '#ui/platform/api-client.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const LOGOUT_PENDING_KEY = 'logoutPending'

/** When a member logged out here, if the server has not heard of it. `true` is from before it was noted when. */
const pendingSince = () => remembered('localStorage', LOGOUT_PENDING_KEY, v.union([v.number(), v.literal(true)]))
export const isLogoutPending = () => pendingSince() !== null

export const noteLogoutPending = (isPending: boolean) =>
	remember('localStorage', LOGOUT_PENDING_KEY, isPending ? Date.now() : null)

/** One at a time: an answer that comes after a log-in would take its cookie back. */
let underway: Promise<unknown> = Promise.resolve()

export async function logOutOnServer(headers: { 'Logged-Out-Ago'?: string } = {}) {
	const sent = underway.catch(() => {}).then(() => api.send(logOut, { headers }))
	underway = sent
	await sent
	noteLogoutPending(false)
}

/** Ends a session whose logout the server has not heard; tried again later if it still cannot be reached. */
export async function finishPendingLogout(): Promise<void> {
	await underway.catch(() => {})
	const since = pendingSince()
	if (since === null) return
	try {
		await logOutOnServer({ 'Logged-Out-Ago': since === true ? '0' : String(Math.max(0, Date.now() - since)) })
	} catch (error) {
		console.warn('Still signed in on the server', error)
	}
}
