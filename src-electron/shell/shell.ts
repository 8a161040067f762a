import type { Desktop } from '#desktop/desktop.ts'
import type { Candidate } from '#desktop/links/friend-address.ts'
import type { InstanceCheck } from '#desktop/links/instance-check.ts'
import type { MenuChoice } from '#desktop/menu/app-menu.ts'
import { createRatingNews } from '#desktop/ratings/new-ratings.ts'
import { createOwnServer } from '#desktop/server/own-server.ts'
import type { ServerState, Supervisor } from '#desktop/server/supervisor.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import { readFeed, type Updates } from '#desktop/updates/updates.ts'
import { createNotifications } from '#desktop/window/notifications.ts'
import { type ActionOutcome, done, failed, type ShellAction, type ShellState } from './bridge.ts'
import { createProductView, type Destination, partitionOf } from './product-view.ts'
import { createShownInstance } from './shown-instance.ts'

/** A start that takes less shows no window of its own: it would only flash. */
const STARTING_SHOWN_AFTER_MS = 700

export type Shell = ReturnType<typeof createShell>

/** The desktop app without its windows: what it shows, and what each action does. */
export function createShell(dependencies: {
	version: string
	dataDir: string
	/** The file with the licences. */
	licenses: string
	/** The cookie that this computer's own server demands. */
	secret: string
	settings: SettingsFile
	desktop: Desktop
	/** Makes the supervisor, which reports the state of the server to `onState`. */
	supervise(onState: (state: ServerState) => void): Supervisor
	check(candidates: Candidate[]): Promise<InstanceCheck>
	updates(onStatus: (status: string) => void): Updates
}) {
	const { version, dataDir, settings, desktop } = dependencies
	let updateStatus = ''
	let startingShown: NodeJS.Timeout | undefined
	let isAway = false
	let isQuitting = false
	let warnedAbout: string | null = null

	const server = createOwnServer({
		supervise: dependencies.supervise,
		secret: dependencies.secret,
		isLan: () => settings.current().isLan,
		onState: onServerState,
	})
	const updates = dependencies.updates((status) => {
		updateStatus = status
		publishState()
	})
	const notifications = createNotifications({ settings, ask: desktop.ask, onChange: publishState })
	const followRatings = createRatingNews({ settings, desktop, notifications })
	const view = createProductView({
		openProduct: desktop.openProduct,
		notifications,
		destination,
		onFailed,
		onClose: () => (staysWithoutWindow() ? 'hide' : 'close'),
		onChange: followRatings,
	})
	const shownInstance = createShownInstance({
		settings,
		desktop,
		publishState,
		check: dependencies.check,
		ownServer: server.state,
		open: view.open,
		showOwnWindow: () => {
			if (server.state().kind === 'stopped') void server.start()
			show()
		},
	})

	return {
		state,
		act,
		choose,
		show,
		openLink: shownInstance.openLink,
		staysWithoutWindow,

		/** From nothing to the first window. `link` came with the start. */
		start(link: string | null) {
			publishState()
			if (needsServer()) void server.start()
			void view.update()
			if (link) shownInstance.openLink(link)
			updates.start()
		},

		/** Stops everything it started. */
		async end() {
			isQuitting = true
			clearTimeout(startingShown)
			followRatings(null)
			updates.stop()
			view.end()
			await server.stop()
		},
	}

	function state(): ShellState {
		const { friend, friends, isLan, keepServing, updateFeed } = settings.current()
		const mayNotify = friend === null || notifications.isAllowed({ base: friend, isOwn: false })
		return {
			version,
			dataDir,
			isAway,
			isLan,
			keepServing,
			mayNotify,
			friends,
			riding: friend ? { kind: 'friend', address: friend } : { kind: 'this-computer' },
			server: server.state(),
			claim: shownInstance.claim(),
			updates: { feed: updateFeed, status: updateStatus },
		}
	}

	function publishState() {
		if (isQuitting) return
		desktop.showState(state())
		if (settings.trouble === null || settings.trouble === warnedAbout) return
		warnedAbout = settings.trouble
		desktop.warn({ title: 'A word about your settings', body: warnedAbout })
	}

	/** With 'keep serving when closed', the tray is enough. */
	function staysWithoutWindow(): boolean {
		return settings.current().keepServing && !isQuitting
	}

	/** Who only shows a friend’s instance needs no server of their own, unless phones are let in to it. */
	function needsServer(): boolean {
		return settings.current().friend === null || settings.current().isLan
	}

	function destination(): Destination | null {
		const { friend } = settings.current()
		if (friend) return { base: friend, partition: partitionOf({ kind: 'friend', address: friend }), secret: null }
		const own = server.state()
		if (own.kind !== 'running') return null
		return { base: own.address, partition: partitionOf({ kind: 'this-computer' }), secret: dependencies.secret }
	}

	function onServerState(own: ServerState) {
		if (isQuitting) return
		clearTimeout(startingShown)
		publishState()
		if (own.kind === 'running') {
			void view.update().then(() => {
				// Not before: with the last window the app would be over.
				desktop.closePage('starting')
				desktop.closePage('trouble')
			})
		} else if (own.kind === 'trouble') {
			// In this order: with its last window the app would be over.
			desktop.showPage('trouble')
			desktop.closePage('starting')
		} else if (own.kind !== 'stopped' && settings.current().friend === null) {
			startingShown = setTimeout(() => {
				if (view.window() === null) desktop.showPage('starting')
			}, STARTING_SHOWN_AFTER_MS)
		}
	}

	/** Only of a friend's instance: where our own server is missing, its state says which page is shown. */
	function onFailed(isFailed: boolean) {
		isAway = isFailed && settings.current().friend !== null
		publishState()
		if (isAway) desktop.showPage('away')
		else desktop.closePage('away')
	}

	/** The app was started again, or its icon clicked. */
	function show() {
		if (needsServer() && server.state().kind === 'trouble') desktop.showPage('trouble')
		void view.show()
	}

	async function act(action: ShellAction): Promise<ActionOutcome> {
		switch (action.do) {
			case 'try-again':
				if (isAway) view.window()?.reloadIfFailed()
				else await server.tryAgain()
				return done
			case 'open-data-folder': {
				const why = await desktop.open(dataDir)
				return why ? failed(`The folder could not be opened: ${why}`) : done
			}
			case 'set-lan':
				return await setLan(action.isOn)
			case 'set-keep-serving':
				settings.change({ keepServing: action.isOn })
				publishState()
				return done
			case 'ride-here':
				return shownInstance.showOwn()
			case 'behind-the-wheel':
				return await goBehindTheWheel()
			case 'ride-along':
				return await shownInstance.showFriend(action.text)
			case 'confirm-claim':
				return await shownInstance.confirmClaim(action.server)
			case 'set-update-feed':
				return setUpdateFeed(action.text)
			case 'check-for-updates':
				await updates.checkNow()
				return done
			case 'close':
				// Which window that is only the windows know (electron/shell-windows.ts).
				return done
		}
	}

	function choose(choice: MenuChoice) {
		switch (choice) {
			case 'home':
				return void view.open('home')
			case 'ride-here':
				return void shownInstance.showOwn()
			case 'behind-the-wheel':
				return void goBehindTheWheel()
			case 'keep-serving':
				return void act({ do: 'set-keep-serving', isOn: !settings.current().keepServing })
			case 'notifications':
				return toggleNotifications()
			case 'open-data-folder':
				return void act({ do: 'open-data-folder' })
			case 'licenses':
				return void desktop.open(dependencies.licenses)
			case 'show':
				return show()
			case 'quit':
				return desktop.quit()
			default:
				return desktop.showPage(choice)
		}
	}

	/** In this app's own window every member is host of this computer's instance; with a friend one only rides along. */
	async function goBehindTheWheel(): Promise<ActionOutcome> {
		if (settings.current().friend !== null) shownInstance.showOwn()
		await view.open('host')
		return done
	}

	/** Of the friend's instance that is shown; this computer's own always may. */
	function toggleNotifications() {
		const { friend } = settings.current()
		if (friend === null) return
		notifications.remember(friend, !notifications.isAllowed({ base: friend, isOwn: false }))
	}

	async function setLan(isOn: boolean): Promise<ActionOutcome> {
		if (settings.current().isLan === isOn) return done
		settings.change({ isLan: isOn })
		publishState()
		await server.restart()
		publishState()
		return server.state().kind === 'running' ? done : failed('Backseat could not start again. Its window says why.')
	}

	function setUpdateFeed(text: string): ActionOutcome {
		const read = readFeed(text)
		if ('message' in read) return failed(read.message)
		settings.change({ updateFeed: read.feed })
		updates.feedChanged()
		publishState()
		return done
	}
}
