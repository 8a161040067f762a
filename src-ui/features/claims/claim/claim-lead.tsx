import type { ClaimLookup } from '#contract/claims.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { ReceiptStart } from '#ui/kit/page/receipt-parts.tsx'

/** Who has been rated, and how many ratings wait. What to do about it is on the rest of the receipt. */
export function ClaimLead({ lookup, ghostName }: { lookup: ClaimLookup; ghostName: string }) {
	const { ghostDriver, ratingsCount } = lookup
	return (
		<>
			<h1 className="mb-6 text-center lg:text-4xl">You've Been Rated</h1>
			<ReceiptStart torn="bottom">
				<div className="flex flex-col items-center gap-3 text-center">
					<Avatar avatarId={ghostDriver.avatarId} name={ghostName} size="lg" isUnclaimedGhost />
					<p className="max-w-full font-mono text-sm wrap-anywhere uppercase">{ghostName}</p>
					<p className="text-[1.1875rem] font-semibold">
						You've got{' '}
						<strong className="inline-block rounded-md bg-taxi px-2 font-display font-extrabold text-asphalt">
							{ratingsCount}
						</strong>{' '}
						{ratingsCount === 1 ? 'rating' : 'ratings'} waiting!
					</p>
				</div>
			</ReceiptStart>
		</>
	)
}
