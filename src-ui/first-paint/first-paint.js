// Stands in the head of the page and runs before the first paint, so it is plain old script and shares nothing with the
// bundle. src-ui/kit/theme/theme-switch.tsx shows a theme in the same way when it is switched.
;(() => {
	const root = document.documentElement
	// As old as the oldest that Backseat works in: Chrome 111, Firefox 121, Safari 16.4 (scripts/build/browser-floor.ts).
	if (!String.prototype.isWellFormed || !CSS.supports('selector(:has(a))')) root.dataset.tooOld = ''
	// React Aria would take the browser's language, and its direction.
	window[Symbol.for('react-aria.i18n.locale')] = root.lang
	let theme = 'system'
	let isFirstVisit = true
	try {
		theme = localStorage.getItem('theme') || 'system'
		isFirstVisit = sessionStorage.getItem('firstVisitOverlaySeen') !== 'true'
		sessionStorage.setItem('firstVisitOverlaySeen', 'true')
	} catch (_) {
		// Where site data are blocked every visit would be the first.
		isFirstVisit = false
	}

	const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
	root.dataset.theme = dark ? 'dark' : 'light'
	root.style.colorScheme = dark ? 'dark' : 'light'
	const bar = document.querySelector('meta[name="theme-color"]')
	if (bar) bar.setAttribute('content', dark ? '#14121c' : '#fff6e5')

	if (!isFirstVisit) return
	// The style sheet shows the overlay and ends it after two seconds, whether or not anything else ever arrives.
	root.dataset.firstVisit = 'shown'
	const end = () => {
		root.dataset.firstVisit = 'ending'
	}
	// A click and not the touch before it: what lies below the finger must not be pressed by the same tap.
	addEventListener('click', end, { capture: true, once: true })
	addEventListener('keydown', end, { capture: true, once: true })
	addEventListener('animationend', function remove({ animationName, target }) {
		if (animationName !== 'first-visit-end' || !(target instanceof Element)) return
		target.remove()
		for (const type of ['click', 'keydown']) removeEventListener(type, end, { capture: true })
		removeEventListener('animationend', remove)
	})
})()
