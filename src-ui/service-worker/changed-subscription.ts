import type { NewPushSubscription, OwnPushSubscription } from '#contract/news.ts'
import type { WorkerScope } from './kept-builds.ts'

/** What the server calls an endpoint, which it tells nobody: SHA-256, hex. */
export async function endpointHash(endpoint: string): Promise<string> {
	const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
	return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Change = {
	readonly oldSubscription?: PushSubscription | null
	readonly newSubscription?: PushSubscription | null
}

/**
 * Some browsers say so when they have changed a subscription, while no page is open. An extra: what is missed here is mended
 * when the app is opened (features/news/this-phone.ts).
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
	// It rang for another member, who is gone: nobody has asked for the one who is here.
	if (!phones.some((phone) => phone.endpointHash === hash)) return void (await fresh.unsubscribe())
	const { endpoint, keys } = fresh.toJSON() as NewPushSubscription
	await call(`users/${id}/push`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ endpoint, keys }),
	})
}
