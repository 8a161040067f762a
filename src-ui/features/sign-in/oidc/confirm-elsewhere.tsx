import { useLocation } from '@tanstack/react-router'
import { t } from '#contract/text.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { goWords, useGoToProvider } from './elsewhere.ts'

/** For members whose only credential is the provider: a new log-in there counts as proof for five minutes. */
export function ConfirmElsewhere({ name }: { name: string }) {
	const go = useGoToProvider()
	const next = useLocation({ select: ({ pathname }) => pathname })
	const confirm = () => go.mutate({ confirm: true, next })
	return (
		<div className="flex flex-col gap-2.5">
			<p className="text-muted">
				{t(
					'{provider} lets you in here, so it is where you show that it is you. Log in there again, come back, and do this within five minutes.',
					{ provider: name },
				)}
			</p>
			<PendingButton
				variant="secondary"
				size="sm"
				className="self-start wrap-anywhere"
				isPending={go.isPending || go.isSuccess}
				onPress={confirm}
			>
				{t('Log in at {provider} again', { provider: name })}
			</PendingButton>
			{go.error ? <Notice tone="error">{goWords(go.error)}</Notice> : null}
		</div>
	)
}
