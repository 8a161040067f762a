import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Glovebox } from '#contract/glovebox.ts'
import { AWARDS } from '#contract/receipts.ts'
import { endSentPage } from '#contract/sent.ts'
import { monthInWords } from '#ui/features/receipts/award-words.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { AskedButton } from '#ui/kit/overlays/asked-button.tsx'
import { api, basePath, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { dayOfMoment } from '#ui/platform/dates-and-figures.ts'
import { sentKeys } from '#ui/platform/query-keys/sent.keys.ts'
import { gloveboxQuery } from './glovebox.api.ts'

type Sent = Glovebox['sent'][number]

/** Without its month, driver or year it is of a server that does not send them yet. */
function nameOfPage({ kind, driver, month, award, year }: Sent): string {
	if (kind === 'receipt') return driver === undefined ? 'My receipt' : `My receipt: ${driver}`
	if (kind === 'year') return year === undefined ? 'My year' : `My year ${year}`
	const printed = month === undefined ? 'A month' : monthInWords(month)
	return kind === 'award' && award !== undefined ? `${AWARDS[award].name()}, ${printed}` : printed
}

export const SentPages = ({ sent }: { sent: Glovebox['sent'] }) => (
	<ul className="flex flex-col gap-2.5">
		{sent.map((page) => (
			<SentPage key={page.id} page={page} />
		))}
	</ul>
)

function SentPage({ page }: { page: Sent }) {
	const { id, path, createdAt, expiresAt } = page
	const queryClient = useQueryClient()
	const nameId = `sent-${id}`
	const end = useMutation({
		mutationFn: async () => {
			try {
				await api.send(endSentPage, { params: { id } })
			} catch (error) {
				if (!hasStatus(error, 404)) throw error
			}
		},
		onSuccess: () => {
			// Sending the same thing again makes a new page.
			queryClient.removeQueries({ queryKey: sentKeys.all })
			toast({ title: 'It has ended', description: 'Its link leads nowhere now. The chat will get over it.' })
			// Not awaited, so that the question closes before its row goes.
			void queryClient.invalidateQueries({ queryKey: gloveboxQuery.queryKey })
		},
		onError: (error) =>
			toast({
				variant: 'destructive',
				title: 'It is still there',
				description: serverMessage(error, 'The page could not be ended. Please try again.'),
			}),
	})
	return (
		<li className="glovebox-sent sticker sticker-flat">
			<div className="min-w-0">
				{/* Not a page of the browser app. */}
				<a id={nameId} href={`${basePath}${path}`} className="text-link font-bold">
					{nameOfPage(page)}
				</a>
				<p className="text-sm text-muted">
					{`Sent on ${dayOfMoment(createdAt)}. It ends on ${dayOfMoment(expiresAt)}.`}
				</p>
			</div>
			<AskedButton
				label="End it"
				question="End this page?"
				variant="secondary"
				size="sm"
				isDangerous
				aria-describedby={nameId}
				isPending={end.isPending}
				send={(close) => end.mutate(undefined, { onSuccess: close })}
			>
				<p>Its link in the chat leads nowhere from then on. This cannot be undone.</p>
			</AskedButton>
		</li>
	)
}
