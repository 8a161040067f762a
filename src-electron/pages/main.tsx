import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { ShellBridge } from '#desktop/shell/shell-calls.ts'
import { SHELL_PAGES } from '#desktop/shell/shell-channels.ts'
import { pageTitle } from './page-sizes.ts'
import './styles/pages.css'
import { ShellPageView } from './shell-page.tsx'
import { createShellStore } from './shell-store.ts'

declare global {
	interface Window {
		/** From preload.ts. */
		shell: ShellBridge
	}
}

const page = SHELL_PAGES.find((name) => location.pathname === `/${name}`)
const root = document.getElementById('root')
if (page && root) {
	document.title = pageTitle[page]
	createRoot(root).render(
		<StrictMode>
			<ShellPageView page={page} store={createShellStore(window.shell)} />
		</StrictMode>,
	)
}
