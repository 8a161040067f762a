import { ownRegistration } from '#ui/platform/service-worker.ts'

export async function takeDownNotices() {
	if (globalThis.Notification?.permission !== 'granted') return
	const registration = await ownRegistration()
	// The desktop app manages its own notifications and badge.
	if (!registration) return
	for (const notice of await registration.getNotifications({ tag: 'ratings' })) notice.close()
	await navigator.clearAppBadge?.()
}
