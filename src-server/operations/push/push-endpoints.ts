/*
 * Browsers choose the endpoint, so a malicious client could make this server call hosts of its own network
 * (docs/threat-model.md, T59). Only known push services are called, by https, and `outbound` calls them only at public addresses.
 */

/** The push services of Chromium browsers, Firefox, Safari, and Edge on Windows. `*.` stands for any subdomain. */
const KNOWN_HOSTS = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

/** Null for an endpoint that is not allowed. `moreHosts` is the setting `push-hosts`. */
export function pushEndpoint(text: string, moreHosts: readonly string[]): URL | null {
	const url = URL.parse(text)
	// Browsers send the URL in normalised form; other spellings can disguise the host.
	if (url?.href !== text || url.protocol !== 'https:' || url.port !== '') return null
	if (url.username !== '' || url.password !== '' || url.hash !== '') return null
	return [...KNOWN_HOSTS, ...moreHosts].some((known) => isHost(known, url.hostname)) ? url : null
}

const isHost = (known: string, host: string) =>
	known.startsWith('*.') ? host.endsWith(known.slice(1)) && host.length > known.length - 1 : host === known
