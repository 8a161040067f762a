import { useState } from 'react'
import { whoSeesThis } from '#contract/first-words/rating.ts'
import { Delivery } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart } from '#ui/kit/late-part.ts'
import { useLateDialog } from '#ui/kit/overlays/late-dialog.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'
import type { WhoSeesThisSheetProps } from './who-sees-this-sheet.tsx'

const DELIVERY_KEY = 'ratingDelivery'

export function useDelivery(): [Delivery, (delivery: Delivery) => void] {
	const [delivery, setDelivery] = useState(() => remembered('localStorage', DELIVERY_KEY, Delivery) ?? 'now')
	return [
		delivery,
		(chosen) => {
			remember('localStorage', DELIVERY_KEY, chosen)
			setDelivery(chosen)
		},
	]
}

const whoSeesThisSheet = latePart<WhoSeesThisSheetProps>(() =>
	import('./who-sees-this-sheet.tsx').then(({ WhoSeesThisSheet }) => WhoSeesThisSheet),
)

type WhoSeesThisProps = Pick<WhoSeesThisSheetProps, 'driver' | 'delivery' | 'onChoose'>

export function WhoSeesThis(props: WhoSeesThisProps) {
	const { Dialog, state, trigger } = useLateDialog(whoSeesThisSheet)
	return (
		<div className="who-sees-this">
			<Button variant="quiet" size="sm" {...trigger}>
				{whoSeesThis()}
				{props.delivery === 'evening' ? (
					<span className="font-normal">{t('Sealed until the evening post')}</span>
				) : null}
			</Button>
			{Dialog ? <Dialog {...props} {...state} /> : null}
		</div>
	)
}
