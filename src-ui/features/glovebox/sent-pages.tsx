import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Glovebox } from '#contract/glovebox.ts'
import { AWARDS } from '#contract/receipts.ts'
import { endSentPage } from '#contract/sent.ts'
import { t } from '#contract/text.ts'
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
	if (kind === 'receipt') return driver === undefined ? t('My receipt') : t('My receipt: {driver}', { driver })
	if (kind === 'year') return year === undefined ? t('My year') : t('My year {year}', { year })
	const printed = month === undefined ? t('A month') : monthInWords(month)
	return kind === 'award' && award !== undefined
		? t('{award}, {month}', { award: AWARDS[award].name(), month: printed })
		: printed
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
			toast({ title: t('It has ended'), description: t('Its link leads nowhere now. The chat will get over it.') })
			// Not awaited, so that the question closes before its row goes.
			void queryClient.invalidateQueries({ queryKey: gloveboxQuery.queryKey })
		},
		onError: (error) =>
			toast({
				variant: 'destructive',
				title: t('It is still there'),
				description: serverMessage(error, t('The page could not be ended. Please try again.')),
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
					{t('Sent on {day}. It ends on {end}.', { day: dayOfMoment(createdAt), end: dayOfMoment(expiresAt) })}
				</p>
			</div>
			<AskedButton
				label={t('End it')}
				question={t('End this page?')}
				variant="secondary"
				size="sm"
				isDangerous
				aria-describedby={nameId}
				isPending={end.isPending}
				send={(close) => end.mutate(undefined, { onSuccess: close })}
			>
				<p>{t('Its link in the chat leads nowhere from then on. This cannot be undone.')}</p>
			</AskedButton>
		</li>
	)
}
