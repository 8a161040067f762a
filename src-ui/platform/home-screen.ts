export function isInstalled(): boolean {
	const isStandaloneOnIos = 'standalone' in navigator && navigator.standalone === true
	return isStandaloneOnIos || matchMedia('(display-mode: standalone)').matches
}

/** Safari and browsers built on it; in-app browsers have no 'Add to Home Screen'. */
export function isIosBrowser({
	userAgent,
	maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator) {
	// An iPad's user agent claims to be a Mac.
	const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
	return isIos && userAgent.includes('Safari/')
}
