import { useState } from 'react'
import { t } from '#contract/text.ts'
import { Button, Outcome, PageHead, TextField } from '#desktop/pages/page-parts.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'

export function UpdatesPage({ state, act }: PageProps) {
	const { feed, status } = state.updates
	/** Null until the user edits the field. */
	const [typed, setTyped] = useState<string | null>(null)
	const [isSaved, setSaved] = useState(false)
	const saving = useAction(act)
	const checking = useAction(act)
	const text = (typed ?? feed ?? '').trim()
	const isChanged = text !== (feed ?? '')
	const isBusy = saving.isBusy || checking.isBusy

	async function save(): Promise<boolean> {
		checking.say(null)
		setSaved(false)
		const isDone = await saving.run({ do: 'set-update-feed', text })
		if (isDone) setTyped(null)
		setSaved(isDone)
		return isDone
	}

	async function check() {
		// Checks the address in the field, so save it first.
		if (isChanged && !(await save())) return
		setSaved(false)
		await checking.run({ do: 'check-for-updates' })
	}

	return (
		<main className="page">
			<PageHead title={t('Updates')} />
			<Receipt>
				<ReceiptLines>
					{/* Translators: a line of a receipt: 'This is ..... Backseat 0.1.0'. */}
					<ReceiptLine label={t('This is')} value={`Backseat ${state.version}`} />
					<ReceiptLine
						label={t('Updates')}
						value={feed ? t('On', { context: 'updates' }) : t('Off', { context: 'updates' })}
					/>
				</ReceiptLines>
				<ReceiptRule />
				<p role="status">
					{status || (feed ? t('Not checked since the start.') : t('No feed is set, so nobody is asked.'))}
				</p>
			</Receipt>
			<p className="muted">
				{t(
					'A feed is a folder on the web where somebody puts new versions of Backseat. Whoever fills it decides what gets installed here, so take only one you trust.',
				)}
			</p>
			<form
				className="page-form"
				noValidate
				onSubmit={(event) => {
					event.preventDefault()
					if (isChanged && !isBusy) void save()
				}}
			>
				<TextField
					label={t('Feed address')}
					placeholder="https://updates.example/backseat/"
					hint={t('Leave it empty and updates are off.')}
					value={typed ?? feed ?? ''}
					onChange={(value) => {
						setSaved(false)
						setTyped(value)
					}}
					error={saving.message}
				/>
				<div className="page-foot stack-tight">
					<Outcome isBad={!isSaved}>{isSaved ? savedWords(feed) : checking.message}</Outcome>
					<div className="page-actions">
						<Button isDisabled={isBusy || !isChanged}>{t('Save')}</Button>
						<Button isPrimary isDisabled={isBusy || text === ''} onPress={() => void check()}>
							{checking.isBusy ? t('Checking…') : t('Check now')}
						</Button>
					</div>
				</div>
			</form>
		</main>
	)
}

const savedWords = (feed: string | null) => (feed ? t('Saved.') : t('Saved. Updates are off.'))
