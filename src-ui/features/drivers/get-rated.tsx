import { getRated } from '#contract/first-words/frame.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart } from '#ui/kit/late-part.ts'
import { useLateDialog } from '#ui/kit/overlays/late-dialog.ts'
import { QrCodeIcon } from '#ui/kit/sharing/sharing-buttons.tsx'
import type { GetRatedSheetProps } from './get-rated-sheet.tsx'

const getRatedSheet = latePart<GetRatedSheetProps>(() =>
	import('./get-rated-sheet.tsx').then(({ GetRatedSheet }) => GetRatedSheet),
)

/** One button; its sheet has all that passengers need to find the rating page. */
export function GetRated({
	driver,
	variant = 'primary',
}: Pick<GetRatedSheetProps, 'driver'> & Pick<ButtonLook, 'variant'>) {
	const { Dialog, state, trigger } = useLateDialog(getRatedSheet)
	return (
		<>
			<Button isBlock variant={variant} {...trigger}>
				<QrCodeIcon /> {getRated()}
			</Button>
			{Dialog ? <Dialog driver={driver} {...state} /> : null}
		</>
	)
}
