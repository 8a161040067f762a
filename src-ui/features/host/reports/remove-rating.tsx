import type { ReportedRating } from '#contract/host/reports.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Button } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { useDecide } from './reports.api.ts'

type RemoveRatingProps = { report: ReportedRating; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** The sentence before there is no way back. */
export function RemoveRating({ report, isOpen, onOpenChange }: RemoveRatingProps) {
	const remove = useDecide('remove')
	const { driver, rating, day } = report
	const stars = rating?.starRating === 1 ? '1 star' : `${rating?.starRating} stars`
	return (
		<Dialog
			title="Remove this rating?"
			isOpen={isOpen}
			onOpenChange={(isOpen) => {
				remove.reset()
				onOpenChange(isOpen)
			}}
			role="alertdialog"
		>
			<p className="wrap-anywhere">
				The {stars} that {nameOf(driver)} got on {dayInWords(day)} will be gone for good, from the card, the average and
				every list. Whoever gave {rating?.starRating === 1 ? 'it' : 'them'} is not told.
			</p>
			{remove.error ? (
				<p role="alert" className="mt-3 text-bad">
					{serverMessage(remove.error, 'Nothing was removed. Please try again.')}
				</p>
			) : null}
			<div className="button-pair mt-6">
				<Button variant="secondary" onPress={() => onOpenChange(false)}>
					Back
				</Button>
				<PendingButton
					variant="danger"
					className="px-3"
					isPending={remove.isPending}
					onPress={() => remove.run(report.id)}
				>
					{remove.isPending ? 'Removing...' : 'Remove it'}
				</PendingButton>
			</div>
		</Dialog>
	)
}
