import type { Language } from '#contract/languages.ts'
import { t } from '#contract/text.ts'
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

/** A faster start shows no 'starting' window, because it would only flash. */
const STARTING_SHOWN_AFTER_MS = 700

export type Shell = ReturnType<typeof createShell>

export function createShell(dependencies: {
	version: string
	dataDir: string
	licenses: string
	secret: string
	settings: SettingsFile
	desktop: Desktop
	supervise(onState: (state: ServerState) => void): Supervisor
	check(candidates: Candidate[]): Promise<InstanceCheck>
	/** The language that the app speaks until its end, and the one it will speak if `chosen` is chosen. */
	language: { spoken: Language; of(chosen: string | null): Language }
	updates(onStatus: (status: string) => void): Updates
}) {
	const { version, dataDir, settings, desktop, language } = dependencies
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
		chooseLanguage,
		show,
		openLink: shownInstance.openLink,
		staysWithoutWindow,

		start(link: string | null) {
			publishState()
			if (needsServer()) void server.start()
			void view.update()
			if (link) shownInstance.openLink(link)
			updates.start()
		},

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
		desktop.warn({ title: t('A word about your settings'), body: warnedAbout })
	}

	function staysWithoutWindow(): boolean {
		return settings.current().keepServing && !isQuitting
	}

	/** A user who only visits a friend's instance needs no own server, unless phones are let in to it. */
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
				// Close it only now: the app quits with its last window.
				desktop.closePage('starting')
				desktop.closePage('trouble')
			})
		} else if (own.kind === 'trouble') {
			// Open before closing: the app quits with its last window.
			desktop.showPage('trouble')
			desktop.closePage('starting')
		} else if (own.kind !== 'stopped' && settings.current().friend === null) {
			startingShown = setTimeout(() => {
				if (view.window() === null) desktop.showPage('starting')
			}, STARTING_SHOWN_AFTER_MS)
		}
	}

	/** Only for a friend's instance: for the own server, its state decides which page is shown. */
	function onFailed(isFailed: boolean) {
		isAway = isFailed && settings.current().friend !== null
		publishState()
		if (isAway) desktop.showPage('away')
		else desktop.closePage('away')
	}

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
				return why ? failed(t('The folder could not be opened: {reason}', { reason: why })) : done
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

	/** The start decides which language Electron, the pages and the server speak. */
	async function chooseLanguage(chosen: string | null) {
		settings.change({ language: chosen })
		publishState()
		const next = language.of(chosen)
		if (next.tag === language.spoken.tag) return
		const isNow = await desktop.ask({
			title: t('Start Backseat again now?'),
			// Translators: {language} is the name of a language in that language: 'Deutsch'.
			body: t(
				'It speaks {language} from its next start on. If it starts again now, what is typed and not sent gets lost.',
				{ language: next.name },
			),
			yes: t('Start Again'),
			no: t('Later'),
		})
		if (isNow) desktop.startAgain()
	}

	/** Shows this computer's instance first: here every member is a host, but not on a friend's instance. */
	async function goBehindTheWheel(): Promise<ActionOutcome> {
		if (settings.current().friend !== null) shownInstance.showOwn()
		await view.open('host')
		return done
	}

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
		return server.state().kind === 'running' ? done : failed(t('Backseat could not start again. Its window says why.'))
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
