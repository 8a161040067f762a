// Inlined in the head of the page and runs before the first paint, so it is a plain script that shares nothing with
// the bundle. src-ui/kit/theme/theme-switch.tsx sets the theme in the same way.
;(() => {
	const root = document.documentElement
	// Detects browsers older than Chrome 111, Firefox 121 and Safari 16.4, the oldest supported
	// (scripts/build/browser-floor.ts).
	if (!String.prototype.isWellFormed || !CSS.supports('selector(:has(a))')) root.dataset.tooOld = ''
	let theme = 'system'
	let isFirstVisit = true
	try {
		theme = localStorage.getItem('theme') || 'system'
		isFirstVisit = sessionStorage.getItem('firstVisitOverlaySeen') !== 'true'
		sessionStorage.setItem('firstVisitOverlaySeen', 'true')
		// Read by the style of the first words. src-ui/session/pending-logout.ts and own-notice.memory.ts write them.
		const { finishedRating, waitingRating } = history.state || {}
		// Nobody who logged out while offline is greeted by name, and a rating that was sent is not begun again.
		if (localStorage.getItem('logoutPending') || finishedRating || waitingRating) root.dataset.otherScreen = ''
		if (localStorage.getItem('accountKnown')) root.dataset.accountKnown = ''
		const notice = localStorage.getItem(`ownNotice${root.dataset.basePath}`)
		if (notice) root.dataset.ownNotice = notice
	} catch (_) {
		// Where site data is blocked, every visit would look like the first.
		isFirstVisit = false
	}

	const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
	root.dataset.theme = dark ? 'dark' : 'light'
	root.style.colorScheme = dark ? 'dark' : 'light'
	const bar = document.querySelector('meta[name="theme-color"]')
	if (bar) bar.setAttribute('content', dark ? '#14121c' : '#fff6e5')

	if (!isFirstVisit) return
	// The style sheet shows the overlay and hides it after two seconds, even if nothing else loads.
	root.dataset.firstVisit = 'shown'
	const end = () => {
		root.dataset.firstVisit = 'ending'
	}
	// On click instead of touchstart, so that the same tap does not press an element below.
	addEventListener('click', end, { capture: true, once: true })
	addEventListener('keydown', end, { capture: true, once: true })
	addEventListener('animationend', function remove({ animationName, target }) {
		if (animationName !== 'first-visit-end' || !(target instanceof Element)) return
		target.remove()
		for (const type of ['click', 'keydown']) removeEventListener(type, end, { capture: true })
		removeEventListener('animationend', remove)
	})
})()
