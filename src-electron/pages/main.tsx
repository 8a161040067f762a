import './styles/pages.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { ShellBridge } from '#desktop/shell/bridge.ts'
import { shellPages } from '#desktop/shell/shell-channels.ts'
import { ShellPageView, titleOf } from './shell-page.tsx'
import { createShellStore } from './shell-store.ts'

declare global {
	interface Window {
		/** Exposed by preload.ts. */
		shell: ShellBridge
	}
}

const page = shellPages().find((name) => location.pathname === `/${name}`)
const root = document.getElementById('root')
if (page && root) {
	document.title = titleOf(page)
	createRoot(root).render(
		<StrictMode>
			<ShellPageView page={page} store={createShellStore(window.shell)} />
		</StrictMode>,
	)
}
