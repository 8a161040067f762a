import type { ReactNode } from 'react'
import type { ClaimLookup } from '#contract/claims.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'

type ClaimReceiptProps = { lookup: ClaimLookup; ghostName: string; children: ReactNode }

/** How many ratings wait, and below the dashed line what to do about it. */
export function ClaimReceipt({ lookup, ghostName, children }: ClaimReceiptProps) {
	const { ghostDriver, ratingsCount } = lookup
	return (
		<Receipt>
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
			<ReceiptRule />
			{children}
		</Receipt>
	)
}
