import { t } from '#contract/text.ts'
import { Button, Outcome, Road } from '#desktop/pages/page-parts.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'
import type { ServerState } from '#desktop/server/supervisor.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { Logo } from '#look/shapes.tsx'

export function StartingPage({ state }: PageProps) {
	const isAgain = state.server.kind === 'restarting'
	return (
		<main className="page page-start">
			<Logo size={128} className="logo-looking" />
			<h1>{t('Starting the engine…')}</h1>
			<Road label={t('Starting the engine')} />
			<p role="status" className="muted">
				{isAgain ? t('It stalled at the lights. Turning the key again.') : t('Mirrors, seatbelts, opinions.')}
			</p>
		</main>
	)
}

export function TroublePage({ state, act }: PageProps) {
	const trying = useAction(act)
	const opening = useAction(act)
	const { server } = state
	const isTrying = trying.isBusy || server.kind === 'starting' || server.kind === 'restarting'
	const { title, explanation } = words(isTrying && server.kind === 'trouble' ? { kind: 'starting' } : server)
	const log = server.kind === 'trouble' && !isTrying ? server.trouble.log : null
	return (
		<main className="page page-wide">
			<div className={log ? 'page-head' : 'page-middle'}>
				<Logo size={log ? 64 : 128} className={isTrying ? 'logo-looking' : undefined} />
				<div className="page-words" aria-live="polite">
					<h1>{title}</h1>
					<p>{explanation}</p>
				</div>
				{isTrying ? <Road label={t('Starting the engine')} /> : null}
			</div>
			{log ? <ServerLog lines={log} /> : null}
			<div className="stack-tight page-foot">
				<p>
					<span className="label">{t('Data folder')}</span>{' '}
					<span dir="ltr" className="path">
						{state.dataDir}
					</span>
				</p>
				<Outcome isBad>{trying.message ?? opening.message}</Outcome>
				<div className="page-actions">
					<Button isDisabled={opening.isBusy} onPress={() => void opening.run({ do: 'open-data-folder' })}>
						{t('Open data folder')}
					</Button>
					<Button
						isPrimary
						isDisabled={isTrying || server.kind === 'running'}
						onPress={() => void trying.run({ do: 'try-again' })}
					>
						{/* Translators: a button, which explanations of trouble name. */}
						{t('Try again')}
					</Button>
				</div>
			</div>
		</main>
	)
}

function words(server: ServerState): { title: string; explanation: string } {
	switch (server.kind) {
		case 'trouble':
			return server.trouble
		case 'starting':
			return { title: t('Starting the engine…'), explanation: t('This takes a moment.') }
		case 'restarting':
			return { title: t('Starting the engine…'), explanation: t('It stalled at the lights. Turning the key again.') }
		case 'running':
			return { title: t('Back on the road'), explanation: t('Backseat runs again. You can close this window.') }
		case 'stopped':
			return { title: t('The engine is off'), explanation: t('Backseat does not run. Try again to start it.') }
	}
}

/** The raw log for support: long lines wrap, and the newest line is scrolled into view. */
function ServerLog({ lines }: { lines: string[] }) {
	return (
		<div className="log-paper">
			<Receipt>
				<h2 className="receipt-title">{t('What the server said last')}</h2>
				<ReceiptRule />
				{lines.length === 0 ? (
					<p>{t('Nothing at all.')}</p>
				) : (
					<section
						// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
						tabIndex={0}
						aria-label={t('What the server said last')}
						className="log"
						ref={(log) => log?.scrollTo({ top: log.scrollHeight })}
					>
						<pre dir="ltr">{lines.join('\n')}</pre>
					</section>
				)}
			</Receipt>
		</div>
	)
}
