import { logOut } from '#contract/accounts.ts'
import { api } from '#ui/platform/api-client.ts'
import { remember, storedValue } from '#ui/platform/storage.ts'

const LOGOUT_PENDING_KEY = 'logoutPending'

/** Time of a local logout that the server has not confirmed. Old versions stored `true` instead. */
const pendingSince = () => storedValue('localStorage', LOGOUT_PENDING_KEY)
export const isLogoutPending = () => pendingSince() !== null

export const noteLogoutPending = (isPending: boolean) =>
	remember('localStorage', LOGOUT_PENDING_KEY, isPending ? Date.now() : null)

let underway: Promise<unknown> | undefined

export async function logOutOnServer(headers?: { 'Logged-Out-Ago': string }) {
	underway = api.send(logOut, { headers })
	await underway
	noteLogoutPending(false)
}

export async function finishPendingLogout(): Promise<void> {
	// A logout response that arrives after a login would clear the new cookie.
	await underway?.catch(() => {})
	const since = pendingSince()
	if (since === null) return
	try {
		await logOutOnServer({ 'Logged-Out-Ago': `${since === true ? 0 : Date.now() - Number(since)}` })
	} catch (error) {
		console.warn('Still signed in on the server', error)
	}
}
