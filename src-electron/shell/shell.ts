import type { Desktop } from '#desktop/desktop.ts'
import type { Place } from '#desktop/links/friends-address.ts'
import type { InstanceCheck } from '#desktop/links/instance-check.ts'
import type { MenuChoice } from '#desktop/menu/app-menu.ts'
import { createRatingNews } from '#desktop/ratings/rating-news.ts'
import { createOwnServer } from '#desktop/server/own-server.ts'
import type { ServerState } from '#desktop/server/server-state.ts'
import type { Supervisor } from '#desktop/server/supervisor.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import { readFeed } from '#desktop/updates/update-feed.ts'
import type { Updates } from '#desktop/updates/updates.ts'
import { partitionOf } from '#desktop/window/partition.ts'
import { createProductView, type Destination } from './product-view.ts'
import { createRides } from './rides.ts'
import { type ActionOutcome, done, failed, type ShellAction, type ShellState } from './shell-calls.ts'

/** A start that takes less shows no window of its own: it would only flash. */
const STARTING_SHOWN_AFTER_MS = 700

export type Shell = ReturnType<typeof createShell>

/** The desktop app without its windows: what it shows, and what happens when somebody asks for something. */
export function createShell(house: {
	version: string
	dataDir: string
	/** The file that says what Backseat is made of. */
	licenses: string
	/** What this computer's own server wants to see in a cookie. */
	secret: string
	settings: SettingsFile
	desktop: Desktop
	/** Makes the supervisor, which tells `onState` how the server does. */
	supervise(onState: (state: ServerState) => void): Supervisor
	check(places: Place[]): Promise<InstanceCheck>
	updates(onStatus: (status: string) => void): Updates
}) {
	const { version, dataDir, settings, desktop } = house
	let updateStatus = ''
	let startingShown: NodeJS.Timeout | undefined
	let isAway = false
	let isQuitting = false
	let warnedOf: string | null = null

	const server = createOwnServer({
		supervise: house.supervise,
		secret: house.secret,
		isLan: () => settings.current().isLan,
		onState: onServerState,
	})
	const updates = house.updates((status) => {
		updateStatus = status
		tell()
	})
	const followRatings = createRatingNews({ settings, desktop })
	const view = createProductView({
		openProduct: desktop.openProduct,
		destination,
		onFailed,
		onClose: () => (staysWithoutWindow() ? 'hide' : 'close'),
		onChange: followRatings,
	})
	const rides = createRides({
		...{ settings, desktop, tell, check: house.check },
		ownServer: server.state,
		open: view.open,
		showOwn: () => {
			if (server.state().kind === 'stopped') void server.start()
			show()
		},
	})

	return {
		state,
		act,
		choose,
		show,
		openLink: rides.openLink,
		staysWithoutWindow,

		/** From nothing to the first window. `link` came with the start. */
		start(link: string | null) {
			tell()
			if (needsServer()) void server.start()
			void view.update()
			if (link) rides.openLink(link)
			updates.start()
		},

		/** After this nothing of it runs any more. */
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
		return {
			...{ version, dataDir, isAway, isLan, keepServing, friends },
			riding: friend ? { kind: 'friend', address: friend } : { kind: 'this-computer' },
			server: server.state(),
			claim: rides.claim(),
			updates: { feed: updateFeed, status: updateStatus },
		}
	}

	function tell() {
		if (isQuitting) return
		desktop.tell(state())
		if (settings.trouble === null || settings.trouble === warnedOf) return
		warnedOf = settings.trouble
		desktop.warn({ title: 'A word about your settings', body: warnedOf })
	}

	/** With 'keep serving when closed', the tray is enough. */
	function staysWithoutWindow(): boolean {
		return settings.current().keepServing && !isQuitting
	}

	/** Somebody who only rides along needs no server of their own, unless phones are let in to it. */
	function needsServer(): boolean {
		return settings.current().friend === null || settings.current().isLan
	}

	function destination(): Destination | null {
		const { friend } = settings.current()
		if (friend) return { base: friend, partition: partitionOf({ kind: 'friend', address: friend }), secret: null }
		const own = server.state()
		if (own.kind !== 'running') return null
		return { base: own.address, partition: partitionOf({ kind: 'this-computer' }), secret: house.secret }
	}

	function onServerState(own: ServerState) {
		if (isQuitting) return
		clearTimeout(startingShown)
		tell()
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

	/** Our own server's absence has pages of its own, by its state. */
	function onFailed(isFailed: boolean) {
		isAway = isFailed && settings.current().friend !== null
		tell()
		if (isAway) desktop.showPage('away')
		else desktop.closePage('away')
	}

	/** Somebody started the app again, or clicked its icon. */
	function show() {
		if (needsServer() && server.state().kind === 'trouble') desktop.showPage('trouble')
		void view.show()
	}

	async function act(action: ShellAction): Promise<ActionOutcome> {
		switch (action.do) {
			case 'try-again':
				if (isAway) view.window()?.mend()
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
				tell()
				return done
			case 'ride-here':
				return rides.here()
			case 'ride-along':
				return await rides.along(action.text)
			case 'confirm-claim':
				return await rides.confirmClaim(action.server)
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
				return void rides.here()
			case 'keep-serving':
				return void act({ do: 'set-keep-serving', isOn: !settings.current().keepServing })
			case 'open-data-folder':
				return void act({ do: 'open-data-folder' })
			case 'licenses':
				return void desktop.open(house.licenses)
			case 'show':
				return show()
			case 'quit':
				return desktop.quit()
			default:
				return desktop.showPage(choice)
		}
	}

	async function setLan(isOn: boolean): Promise<ActionOutcome> {
		if (settings.current().isLan === isOn) return done
		settings.change({ isLan: isOn })
		tell()
		await server.restart()
		tell()
		return server.state().kind === 'running' ? done : failed('Backseat could not start again. Its window says why.')
	}

	function setUpdateFeed(text: string): ActionOutcome {
		const read = readFeed(text)
		if ('message' in read) return failed(read.message)
		settings.change({ updateFeed: read.feed })
		updates.feedChanged()
		tell()
		return done
	}
}
