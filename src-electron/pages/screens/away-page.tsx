import { useState } from 'react'
import { Button } from '#desktop/pages/parts/button.tsx'
import { hostOf } from '#desktop/pages/parts/host-name.ts'
import { Outcome } from '#desktop/pages/parts/outcome.tsx'
import { PageHead } from '#desktop/pages/parts/page-head.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'
import { Plate } from '#look/plate.tsx'

/** The friend's instance does not answer. */
export function AwayPage({ state, act }: PageProps) {
	const trying = useAction(act)
	const leaving = useAction(act)
	const [hasTried, setTried] = useState(false)

	if (state.riding.kind !== 'friend' || !state.isAway) {
		return (
			<main className="page">
				<PageHead title="Back on the road" />
				<p role="status">You can close this window.</p>
			</main>
		)
	}
	const host = hostOf(state.riding.address)
	return (
		<main className="page">
			<PageHead title="Nobody answers" />
			<p className="claim-plate">
				<Plate>{host}</Plate>
			</p>
			<p>
				Their computer may be asleep, the Wi-Fi may be another one, or the door is shut. Ask your friend, or ride on
				your own computer meanwhile.
			</p>
			<div className="page-foot stack-tight">
				<Outcome isBad={!hasTried}>
					{trying.message ??
						leaving.message ??
						(hasTried ? 'Knocked again. This window goes away as soon as somebody answers.' : null)}
				</Outcome>
				<div className="page-actions">
					<Button isDisabled={leaving.isBusy} onPress={() => void leaving.run({ do: 'ride-here' })}>
						This computer
					</Button>
					<Button
						isPrimary
						isDisabled={trying.isBusy}
						onPress={async () => setTried(await trying.run({ do: 'try-again' }))}
					>
						Try again
					</Button>
				</div>
			</div>
		</main>
	)
}
