import { ownRegistration } from '#ui/platform/service-worker.ts'

/** What a phone shows of new ratings while nobody looks: gone once they are looked at. */
export async function takeDownNotices() {
	if (globalThis.Notification?.permission !== 'granted') return
	const registration = await ownRegistration()
	// The desktop app has notices and a number of its own.
	if (!registration) return
	for (const notice of await registration.getNotifications({ tag: 'ratings' })) notice.close()
	await navigator.clearAppBadge?.()
}
