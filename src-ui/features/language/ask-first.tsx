import { type ReactNode, useState } from 'react'
import { t } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'

/** Fields in which somebody has typed. Drafts of ratings, which are chosen and not typed, outlive a reload. */
const typedIn = new Set<HTMLInputElement | HTMLTextAreaElement>()
document.addEventListener('input', ({ target }) => {
	const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && isTyped(target))
	if (isText) typedIn.add(target)
})
const isTyped = ({ type }: HTMLInputElement) => !['radio', 'checkbox', 'search', 'file'].includes(type)

function isAnythingTyped(): boolean {
	for (const field of typedIn) if (!field.isConnected || field.value === '') typedIn.delete(field)
	return typedIn.size > 0
}

/** Asks before a language is chosen where that would lose what is typed. */
export function useAskFirst(choose: (tag: string | null) => void): [(tag: string | null) => void, ReactNode] {
	const [asked, setAsked] = useState<{ tag: string | null } | null>(null)
	const close = () => setAsked(null)
	const ask = (tag: string | null) => (isAnythingTyped() ? setAsked({ tag }) : choose(tag))
	const question = (
		<Dialog title={t('Change the language now?')} isOpen={asked !== null} onOpenChange={close} role="alertdialog">
			<div className="flex flex-col gap-5">
				<p>{t('The page starts again, and what you have typed on it is gone.')}</p>
				<div className="button-pair">
					<Button variant="secondary" autoFocus onPress={close}>
						{t('Cancel')}
					</Button>
					<Button
						onPress={() => {
							close()
							if (asked) choose(asked.tag)
						}}
					>
						{t('Change it')}
					</Button>
				</div>
			</div>
		</Dialog>
	)
	return [ask, question]
}
