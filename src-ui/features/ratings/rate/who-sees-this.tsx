import { useState } from 'react'
import { Delivery } from '#contract/ratings.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { remember, remembered } from '#ui/platform/storage.ts'
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
	const [isOpen, setIsOpen] = useState(false)
	const [isWanted, setIsWanted] = useState(false)
	const Sheet = useLatePart(whoSeesThisSheet, isWanted, () => setIsWanted(false))
	const fetchSheet = () => void whoSeesThisSheet.load().catch(() => undefined)
	return (
		<div className="text-center">
			<Button
				variant="quiet"
				size="sm"
				className="text-[0.8125rem] max-md:-mt-3 md:text-[0.9375rem]"
				aria-haspopup="dialog"
				onPointerEnter={fetchSheet}
				onFocus={fetchSheet}
				onPress={() => {
					setIsWanted(true)
					setIsOpen(true)
				}}
			>
				Who sees this?
				{props.delivery === 'evening' ? <span className="font-normal">Sealed until the evening post</span> : null}
			</Button>
			{Sheet ? <Sheet {...props} isOpen={isOpen} onOpenChange={setIsOpen} /> : null}
		</div>
	)
}
