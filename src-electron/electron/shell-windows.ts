import { BrowserWindow, type IpcMainInvokeEvent, ipcMain, nativeTheme, session } from 'electron'
import { type ActionOutcome, createBridge, type ShellAction, type ShellState } from '#desktop/shell/bridge.ts'
import {
	addressOfPage,
	CHANNEL,
	SHELL_ORIGIN,
	SHELL_PAGES,
	SHELL_SCHEME,
	type ShellPage,
} from '#desktop/shell/shell-channels.ts'
import { guardPage, guardSession } from './page-guard.ts'

/** Without a persistent name the session is in memory: the shell's own pages store nothing. */
const PARTITION = 'shell'

export function createShellWindows(dependencies: {
	preload: string
	icon: string
	answer(request: Request): Promise<Response>
	parent(): BrowserWindow | null
	state(): ShellState
	act(action: ShellAction): Promise<ActionOutcome>
	onLastClosing(): void
}) {
	const open = new Map<ShellPage, BrowserWindow>()
	const ownSession = session.fromPartition(PARTITION)
	guardSession(ownSession, SHELL_ORIGIN)
	ownSession.protocol.handle(SHELL_SCHEME, dependencies.answer)

	const bridge = createBridge({
		contentsOf: (page) => open.get(page)?.webContents,
		state: dependencies.state,
		act: dependencies.act,
		close,
	})
	const callerOf = ({ sender, senderFrame }: IpcMainInvokeEvent) => ({ sender, address: senderFrame?.url })
	ipcMain.handle(CHANNEL.state, (event) => bridge.state(callerOf(event)))
	ipcMain.handle(CHANNEL.act, (event, asked: unknown) => bridge.act(callerOf(event), asked))

	function show(page: ShellPage) {
		const existing = open.get(page)
		if (existing) {
			if (existing.isMinimized()) existing.restore()
			existing.show()
			existing.focus()
			return
		}
		const parent = dependencies.parent()
		const window = new BrowserWindow({
			...SHELL_PAGES[page],
			useContentSize: true,
			title: 'Backseat',
			icon: dependencies.icon,
			show: false,
			minimizable: !parent,
			maximizable: false,
			...(parent ? { parent, modal: page === 'trouble' && process.platform !== 'darwin' } : {}),
			fullscreenable: false,
			backgroundColor: nativeTheme.shouldUseDarkColors ? '#14121C' : '#FFF6E5',
			webPreferences: {
				partition: PARTITION,
				preload: dependencies.preload,
				sandbox: true,
				contextIsolation: true,
				nodeIntegration: false,
				webviewTag: false,
				spellcheck: false,
				navigateOnDragDrop: false,
			},
		})
		open.set(page, window)
		window.setMenuBarVisibility(false)
		guardPage(window.webContents, addressOfPage(page), () => {})
		window.once('ready-to-show', () => window.show())
		window.on('close', () => {
			if (open.size === 1) dependencies.onLastClosing()
		})
		window.on('closed', () => open.delete(page))
		window.loadURL(addressOfPage(page)).catch(() => {})
	}

	function close(page: ShellPage) {
		open.get(page)?.destroy()
	}

	return {
		show,
		close,
		showState(state: ShellState) {
			for (const window of open.values()) window.webContents.send(CHANNEL.changed, state)
		},
	}
}
