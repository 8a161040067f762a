import * as v from 'valibot'
import { logOut } from '#contract/accounts.ts'
import { api } from '#ui/platform/api-client.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const LOGOUT_PENDING_KEY = 'logoutPending'

/** Whether somebody has logged out here and the server has not heard of it. */
export const isLogoutPending = () => remembered('localStorage', LOGOUT_PENDING_KEY, v.literal(true)) !== null

export const noteLogoutPending = (isPending: boolean) =>
	remember('localStorage', LOGOUT_PENDING_KEY, isPending ? true : null)

export async function logOutOnServer() {
	await api.send(logOut)
	noteLogoutPending(false)
}

/** Ends a session whose logout the server has not heard; tried again later if it still cannot be reached. */
export async function finishPendingLogout(): Promise<void> {
	if (!isLogoutPending()) return
	try {
		await logOutOnServer()
	} catch (error) {
		console.warn('Still signed in on the server', error)
	}
}
