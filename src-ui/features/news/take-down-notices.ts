import { ownRegistration } from '#ui/platform/service-worker.ts'

/** What a phone shows of new ratings while nobody looks: gone once they are looked at. */
export async function takeDownNotices() {
	if (globalThis.Notification?.permission !== 'granted') return
	const notices = (await (await ownRegistration())?.getNotifications({ tag: 'ratings' })) ?? []
	for (const notice of notices) notice.close()
	await navigator.clearAppBadge?.()
}
