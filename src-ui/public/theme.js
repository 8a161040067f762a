// Runs before the first paint (see index.html), so it is plain old script and shares nothing with the bundle.
// src-ui/kit/theme.ts does the same when the theme is switched.
;(() => {
	let theme = 'system'
	try {
		theme = localStorage.getItem('theme') || 'system'
	} catch {
		// Storage may be refused (private windows, blocked cookies); the system's theme will do.
	}
	const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
	const root = document.documentElement
	root.dataset.theme = dark ? 'dark' : 'light'
	root.style.colorScheme = dark ? 'dark' : 'light'
	const bar = document.querySelector('meta[name="theme-color"]')
	if (bar) bar.setAttribute('content', dark ? '#14121c' : '#fff6e5')
})()
