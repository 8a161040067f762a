import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import { type Language, offeredLanguages } from '#contract/languages.ts'
import { changeAccount } from '#contract/own-account.ts'
import { t } from '#contract/text.ts'
import { SelectField } from '#ui/kit/forms/select-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError, api, serverMessage } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useMember, useSession } from '#ui/session/session-context.ts'
import { useAskFirst } from './ask-first.tsx'
import { chooseLanguage, chosenLanguage } from './page-language.ts'

/** Stands for no choice. */
const FOLLOW = ''

type LanguageChoiceProps = { me: UserId; offered?: readonly Language[] | undefined }

export function LanguageChoice({ me, offered = offeredLanguages }: LanguageChoiceProps) {
	const setting = useMember()?.language
	const [tag, setTag] = useState<string>(chosenLanguage(offered)?.tag ?? setting ?? FOLLOW)
	const change = useChangeLanguage(me)
	const [choose, question] = useAskFirst((tag) => change.mutate(tag as Language['tag'] | null))
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (!change.isPending) choose(tag === FOLLOW ? null : tag)
	}
	return (
		<form onSubmit={submit} className="flex flex-col gap-4">
			<SelectField
				label={t('Language')}
				value={tag}
				options={[
					// Translators: an entry in the list of languages
					{ value: FOLLOW, label: t('As this browser asks') },
					...offered.map(({ tag, name }) => ({ value: tag as string, label: name, lang: tag })),
				]}
				onChange={setTag}
				hint={t('Backseat speaks it with you, here and in its mails.')}
				error={change.error ? serverMessage(change.error, t('Nothing has changed. Please try again.')) : null}
			/>
			{/* A button, because a select changes with each press of an arrow key. */}
			<PendingButton type="submit" isBlock isPending={change.isPending}>
				{change.isPending ? t('Changing...') : t('Change Language')}
			</PendingButton>
			{question}
		</form>
	)
}

function useChangeLanguage(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (language: Language['tag'] | null) => api.send(changeAccount, { params: { id }, body: { language } }),
		onSuccess: (_user, language) => chooseLanguage(language),
		onError: (error, language) => {
			// Visitors of a demo share their member, but not their browser.
			if (error instanceof ApiError && error.reason === 'demo') chooseLanguage(language)
			else session.recheckIfRefused(error)
		},
	})
}

/** The page's language, as its speakers call it. */
export const languageNote = (offered = offeredLanguages) =>
	offered.find(({ tag }) => tag === document.documentElement.lang)?.name
