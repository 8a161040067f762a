import { contextBridge, ipcRenderer } from 'electron'
import type { ShellBridge } from './shell/bridge.ts'
import { CHANNEL, SHELL_SCHEME } from './shell/shell-channels.ts'

const bridge: ShellBridge = {
	state: () => ipcRenderer.invoke(CHANNEL.state),
	// The event itself stays here: it carries a way to send anything anywhere.
	onState: (listener) => void ipcRenderer.on(CHANNEL.changed, (_event, state) => listener(state)),
	act: (action) => ipcRenderer.invoke(CHANNEL.act, action),
}

// Only the shell's own windows load this file; should another one ever, it gets nothing.
if (location.protocol === `${SHELL_SCHEME}:`) contextBridge.exposeInMainWorld('shell', bridge)
