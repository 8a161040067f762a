import { Road } from '#desktop/pages/parts/road.tsx'
import type { PageProps } from '#desktop/pages/shell-store.ts'
import { Logo } from '#look/logo.tsx'

export function StartingPage({ state }: PageProps) {
	const isAgain = state.server.kind === 'restarting'
	return (
		<main className="page page-start">
			<Logo size={128} className="logo-looking" />
			<h1>Starting the engine…</h1>
			<Road label="Starting the engine" />
			<p role="status" className="muted">
				{isAgain ? 'It stalled at the lights. Turning the key again.' : 'Mirrors, seatbelts, opinions.'}
			</p>
		</main>
	)
}
