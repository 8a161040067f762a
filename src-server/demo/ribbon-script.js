// The script of the ribbon that a demo shows above the app (ribbon.ts). It runs before the app, shares nothing with it,
// and is served by demos only.
;(() => {
	const root = document.documentElement
	const { basePath = '' } = root.dataset
	const ribbon = document.querySelector('.demo')
	const waysIn = ribbon.querySelector('.demo-ways-in')
	const trouble = ribbon.querySelector('.demo-trouble')
	const { round, password } = ribbon.dataset
	const ROUND = `demoRound${basePath}`
	const USER = 'currentUser'
	const HOUR_MS = 3600000

	/** Browsers that block site data throw at each access. */
	const stored = (key) => {
		try {
			return localStorage.getItem(key)
		} catch {
			return null
		}
	}

	/**
	 * Another instance may live on this origin, below another path. Its keys end with that path, as its database does
	 * (src-ui/platform/storage.ts).
	 */
	const isOurs = (key) => (basePath === '' ? !key.includes('/') : key.endsWith(basePath))
	const STAYS = ['theme', 'firstVisitOverlaySeen']

	/** A rating that waits in this browser, or a draft, is about people who are forgotten. */
	function forgetRoundBefore() {
		try {
			for (const storage of [localStorage, sessionStorage])
				for (const key of Object.keys(storage))
					if ((isOurs(key) || key === USER) && !STAYS.includes(key)) storage.removeItem(key)
			indexedDB.deleteDatabase(`backseat-waiting-ratings${basePath}`)
			localStorage.setItem(ROUND, round)
		} catch {}
	}

	const roundBefore = stored(ROUND)
	if (roundBefore !== round) forgetRoundBefore()
	if (roundBefore !== null && roundBefore !== round)
		ribbon.querySelector('.demo-words').textContent = ribbon.dataset.over

	/** The app changes the title with each screen, and the remembered member when somebody logs in or out. */
	function show() {
		const path = location.pathname.slice(basePath.length)
		const isAtDoor = path === '' || path === '/' || path === '/home' || path.startsWith('/auth')
		const isIn = stored(USER) !== null || (root.dataset.session === 'live' && !hasShown)
		waysIn.hidden = !isAtDoor || isIn
		hasShown = true
		root.style.setProperty('--demo-height', `${ribbon.offsetHeight}px`)
	}
	let hasShown = false
	show()
	new MutationObserver(show).observe(document.head, { childList: true, subtree: true, characterData: true })
	addEventListener('resize', show)
	addEventListener('storage', show)

	let isClimbing = false
	async function climbIn(button) {
		if (isClimbing) return
		isClimbing = true
		for (const each of waysIn.children) each.setAttribute('aria-disabled', 'true')
		trouble.textContent = ''
		try {
			const answer = await fetch(`${basePath}/api/login`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ username: button.dataset.username, password }),
			})
			if (answer.ok) return location.assign(`${basePath}/home`)
			const { message } = await answer.json()
			trouble.textContent = ribbon.dataset.refused || message
		} catch {
			trouble.textContent = ribbon.dataset.stuck
		}
		isClimbing = false
		for (const each of waysIn.children) each.removeAttribute('aria-disabled')
		show()
	}
	waysIn.addEventListener('click', ({ target }) => {
		const button = target.closest('button')
		if (button) void climbIn(button)
	})

	/** The clock of a visitor may be wrong, so the server's counts. */
	let aheadMs = 0
	let timer = 0
	let lookedAt = 0

	function waitForFullHour() {
		clearTimeout(timer)
		const now = Date.now() - aheadMs
		// Not all visitors come back in the same second.
		timer = setTimeout(look, HOUR_MS - (now % HOUR_MS) + 300 + Math.random() * 1700)
	}

	async function look() {
		lookedAt = Date.now()
		try {
			const answer = await fetch(`${basePath}/api/instance`, { cache: 'no-store' })
			const date = Date.parse(answer.headers.get('Date') || '')
			if (date) aheadMs = Date.now() - date
			const { instanceId } = await answer.json()
			if (instanceId && instanceId !== round) return location.replace(`${basePath}/home`)
		} catch {}
		waitForFullHour()
	}

	/** Timers stop while a phone sleeps. */
	const lookAgain = () => {
		if (document.visibilityState === 'visible' && Date.now() - lookedAt > 5000) void look()
	}
	document.addEventListener('visibilitychange', lookAgain)
	addEventListener('pageshow', ({ persisted }) => {
		if (persisted) lookAgain()
	})
	setTimeout(look, 3000)
})()
