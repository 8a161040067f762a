import type { NewPushSubscription, OwnPushSubscription } from '#contract/news.ts'
import type { WorkerScope } from './kept-builds.ts'

/** The server's ID of an endpoint, which keeps the endpoint itself secret: SHA-256 in hex. */
export async function endpointHash(endpoint: string): Promise<string> {
	const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
	return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Change = {
	readonly oldSubscription?: PushSubscription | null
	readonly newSubscription?: PushSubscription | null
}

/**
 * Some browsers replace a subscription while no page is open. This sends the new one to the server; missed changes are
 * repaired when the app opens (features/news/push-subscription.ts).
 */
export async function tellOfChange(
	{ registration }: Pick<WorkerScope, 'registration'>,
	{ oldSubscription, newSubscription }: Change,
	ask: (address: string, init?: RequestInit) => Promise<Response> = fetch,
) {
	const applicationServerKey = oldSubscription?.options.applicationServerKey
	if (!applicationServerKey) return
	const fresh =
		newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
	const call = async (path: string, init?: RequestInit): Promise<unknown> => {
		const answer = await ask(`${registration.scope}api/${path}`, init)
		if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
		return answer.json()
	}
	const { id } = (await call('user')) as { id: number }
	const phones = (await call(`users/${id}/push`)) as OwnPushSubscription[]
	const hash = await endpointHash(oldSubscription.endpoint)
	// The old subscription belonged to another member, and the current one has not enabled push.
	if (!phones.some((phone) => phone.endpointHash === hash)) return void (await fresh.unsubscribe())
	const { endpoint, keys } = fresh.toJSON() as NewPushSubscription
	await call(`users/${id}/push`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ endpoint, keys }),
	})
}
