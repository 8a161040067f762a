/** Opened from the home screen. */
export function isInstalled(): boolean {
	const isStandaloneOnIos = 'standalone' in navigator && navigator.standalone === true
	return isStandaloneOnIos || matchMedia('(display-mode: standalone)').matches
}

/** Safari and what is built on it; an app that shows pages in passing has no 'Add to Home Screen'. */
export function isIosBrowser({
	userAgent,
	maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator) {
	// An iPad says that it is a Mac.
	const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
	return isIos && userAgent.includes('Safari/')
}
