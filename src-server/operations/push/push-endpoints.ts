/*
 * A browser says where its messages are to be sent, and a person can say anything: without limits this server would call
 * whatever its own network has (docs/threat-model.md, T59). So it calls only known push services, by https, and `outbound`
 * calls them only at addresses of the internet.
 */

/** The push services of Chrome and its kin, Firefox, Safari, and Edge on Windows. `*.` stands for any name below it. */
const KNOWN_HOSTS = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

/** The address of an endpoint; null for one that this server sends nothing to. `moreHosts` is the setting `push-hosts`. */
export function pushEndpoint(text: string, moreHosts: readonly string[]): URL | null {
	const url = URL.parse(text)
	// Browsers say it in the one spelling that the URL standard has. What looks like one host and is another has others.
	if (url?.href !== text || url.protocol !== 'https:' || url.port !== '') return null
	if (url.username !== '' || url.password !== '' || url.hash !== '') return null
	return [...KNOWN_HOSTS, ...moreHosts].some((known) => isHost(known, url.hostname)) ? url : null
}

const isHost = (known: string, host: string) =>
	known.startsWith('*.') ? host.endsWith(known.slice(1)) && host.length > known.length - 1 : host === known
