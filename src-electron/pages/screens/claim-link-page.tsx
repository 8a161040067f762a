import { useState } from 'react'
import { aroundBold, t } from '#contract/text.ts'
import { Button, hostOf, Outcome, PageHead } from '#desktop/pages/page-parts.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'
import { Plate } from '#look/plate.tsx'
import { RoadSign } from '#look/shapes.tsx'

/** A link never acts by itself: the user confirms here, with the server's name as the largest text. */
export function ClaimLinkPage({ state, act }: PageProps) {
	const opening = useAction(act)
	// The main process drops the claim while opening it; keep showing the same link until then.
	const [opened, setOpened] = useState(state.claim)
	const claim = opening.isBusy ? opened : state.claim
	const close = () => void act({ do: 'close' })

	if (!claim) {
		return (
			<main className="page">
				<PageHead title={t('Wrong turn')} />
				<p role="status">{t('This link is not one of ours.')}</p>
				<div className="page-actions">
					<Button onPress={close}>{t('Close')}</Button>
				</div>
			</main>
		)
	}
	const host = hostOf(claim.server)
	const { before, bold, after } = aroundBold(t('Someone sent you a claim link on <b>{server}</b>.', { server: host }))
	return (
		<main className="page">
			<PageHead title={t('A claim link for you')} />
			<p>
				{before}
				<strong>{bold}</strong>
				{after}
			</p>
			<p className="claim-plate" aria-hidden="true">
				<Plate>{host}</Plate>
			</p>
			<div className="notice" data-tone={claim.isEncrypted ? 'good' : 'warn'}>
				<RoadSign tone={claim.isEncrypted ? 'good' : 'warn'} />
				<p>
					{claim.isEncrypted
						? t('The way there is encrypted.')
						: t(
								'The way there is not encrypted: others on the network could read along. Go on only where you trust it.',
							)}
				</p>
			</div>
			<p>
				{t(
					'Opening it claims nothing yet. That happens only when you fill in the form there and send it. Never heard of this server? Then leave it.',
				)}
			</p>
			<div className="page-foot stack-tight">
				<Outcome isBad>{opening.message}</Outcome>
				<div className="page-actions page-actions-stacked">
					<Button
						isPrimary
						isDisabled={opening.isBusy}
						onPress={() => {
							setOpened(claim)
							void opening.run({ do: 'confirm-claim', server: claim.server })
						}}
					>
						{opening.isBusy ? t('Looking for the car…') : t('Open {server}', { server: host })}
					</Button>
					<Button onPress={close}>{t('Not now')}</Button>
				</div>
			</div>
		</main>
	)
}
