import { ALL_GOOD } from '#contract/impressions.ts'
import type { ServerProcess } from './server-process.ts'

export async function signUp({ origin }: Pick<ServerProcess, 'origin'>, username: string, email: string | null = null) {
	const headers = { 'Content-Type': 'application/json' }
	const answer = await fetch(`${origin}/api/users`, {
		method: 'POST',
		headers,
		body: JSON.stringify({ username, password: `${username}-secret`, email }),
	})
	if (answer.status !== 201) throw new Error(`${username} could not sign up: ${await answer.text()}`)
	const { id } = (await answer.json()) as { id: number }
	const cookie = answer.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ')
	const signedIn = { ...headers, Cookie: cookie }
	const read = async (response: Response) => ({ status: response.status, body: JSON.parse(await response.text()) })
	return {
		id,
		get: async (path: string) => read(await fetch(origin + path, { headers: signedIn })),
		/** Opens an event stream, which lasts until it is closed. */
		listen: () => fetch(`${origin}/api/live`, { headers: signedIn }),
		/** By default rates the demo driver, who always exists. */
		rate: async (driverId = 2) => {
			const ride = { ...ALL_GOOD, starRating: 5, driverId }
			const body = JSON.stringify(ride)
			return read(await fetch(`${origin}/api/ratings`, { method: 'POST', headers: signedIn, body }))
		},
		leave: async () => {
			const body = JSON.stringify({ password: `${username}-secret`, ratings: 'go' })
			return read(await fetch(`${origin}/api/users/${id}`, { method: 'DELETE', headers: signedIn, body }))
		},
	}
}
