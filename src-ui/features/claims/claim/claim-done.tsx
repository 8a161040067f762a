import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Claimed } from '#contract/claims.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { CenterLineProgress } from '#ui/kit/page/center-line.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'

/** `isSignedIn` is null while the automatic login is on its way. */
export type ClaimOutcome = Claimed & { isSignedIn: boolean | null }

const GO_ON_AFTER_MS = 1500

/** A moment to enjoy it; then to the profile, or to the log-in screen when we could not log them in. */
export function ClaimDone({ outcome: { user, transferredRatings, isSignedIn } }: { outcome: ClaimOutcome }) {
	const navigate = useNavigate()
	const { id } = user
	useEffect(() => {
		if (isSignedIn === null) return
		const timer = setTimeout(() => {
			// Replaced: 'back' would lead to a link that is used up.
			if (isSignedIn) void navigate({ to: '/profile/$id', params: { id }, replace: true })
			else void navigate({ to: '/auth', replace: true })
		}, GO_ON_AFTER_MS)
		return () => clearTimeout(timer)
	}, [navigate, id, isSignedIn])

	return (
		<Page>
			<PageTitle>The Receipts Are Yours</PageTitle>
			<Receipt torn="both">
				<h1 className="text-center">The receipts are yours</h1>
				<ReceiptRule />
				<ReceiptLines>
					<ReceiptLine label="Driver" value={<span className="normal-case">{user.username}</span>} />
					<ReceiptLine label="Ratings" value={transferredRatings} />
					<ReceiptLine label="Paid" value="in full" />
				</ReceiptLines>
				<ReceiptRule />
				<p role="status" className="mb-4 text-center">
					{isSignedIn === false
						? 'One more turn: please log in with what you just typed.'
						: 'Driving you to your profile…'}
				</p>
				<CenterLineProgress label="On the way" duration={GO_ON_AFTER_MS} />
			</Receipt>
		</Page>
	)
}
