import { contextBridge, ipcRenderer } from 'electron'
import type { ShellBridge } from './shell/bridge.ts'
import { CHANNEL, SHELL_SCHEME } from './shell/shell-channels.ts'

const bridge: ShellBridge = {
	state: () => ipcRenderer.invoke(CHANNEL.state),
	// Keep the event here: its `sender` could send anything on any channel.
	onState: (listener) => void ipcRenderer.on(CHANNEL.changed, (_event, state) => listener(state)),
	act: (action) => ipcRenderer.invoke(CHANNEL.act, action),
}

// Only the shell's own windows load this file; this check keeps the bridge from any other page.
if (location.protocol === `${SHELL_SCHEME}:`) contextBridge.exposeInMainWorld('shell', bridge)
