import { useRef } from 'react'
import * as v from 'valibot'
import { OptionalEmail } from '#contract/names.ts'
import { AccountDeletion } from '#contract/own-account.ts'
import { t } from '#contract/text.ts'
import { useEmailHint } from '#ui/features/instance/instance.api.ts'
import { ProofField, useProof } from '#ui/features/sign-in/passkeys/proof-field.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { KnownUsername, TextField } from '#ui/kit/forms/text-field.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { sayWhyRefused, useChangeEmail } from './own-account.api.ts'

const EmailForm = v.object({ email: OptionalEmail, password: AccountDeletion.entries.password })

export function ChangeEmail({ me }: { me: RememberedUser }) {
	const email = useOwnEmail()
	const hint = useEmailHint()
	const change = useChangeEmail(me.id)
	const proof = useProof(me.id)
	const words = useRef<HTMLParagraphElement>(null)
	const isRemoving = useRef(false)
	const form = useContractForm({
		schema: EmailForm,
		send: (typed, handlers) => {
			// Submitting an empty field is a slip; removal has its own button.
			if (typed.email !== null || isRemoving.current) change.mutate({ ...typed, show: proof.show }, handlers)
			else form.refuse('email', t('Please enter a valid email'))
		},
		onSent: (_answer, typed) => {
			form.reset()
			if (typed.email === null) words.current?.focus()
			toast(typed.email === null ? REMOVED : SAVED)
		},
		onRefused: (error, isAtField) => isAtField || sayWhyRefused(error, t('E-mail not changed')),
	})
	const remove = () => {
		isRemoving.current = true
		form.submit({ email: '' })
		isRemoving.current = false
	}

	return (
		<>
			<p ref={words} tabIndex={-1} className="mb-4 text-muted outline-none empty:hidden">
				{email === null ? `${t('You have not left an address yet.')} ` : null}
				{proof.isByPasskey ? null : passwordWords(email)}
			</p>
			<form {...form.props} className="flex flex-col gap-4">
				<KnownUsername username={me.username} />
				<TextField
					label={t('Email')}
					type="email"
					inputMode="email"
					autoComplete="email"
					hint={hint}
					{...form.field('email')}
				/>
				<ProofField proof={proof} field={form.field('password')} />
				<PendingButton type="submit" isBlock isPending={change.isPending}>
					{change.isPending ? t('Saving...') : t('Save E-mail')}
				</PendingButton>
				{email ? (
					<PendingButton variant="secondary" isBlock isPending={change.isPending} onPress={remove}>
						{t('Remove E-mail')}
					</PendingButton>
				) : null}
			</form>
		</>
	)
}

const SAVED = { title: t('E-mail saved'), description: t('A good place for a spare key.') }
const REMOVED = { title: t('E-mail removed'), description: t('Hold on to your key: a spare has nowhere to go.') }

function useOwnEmail(): string | null | undefined {
	const viewer = useViewer()
	return viewer.kind === 'member' ? viewer.user.email : undefined
}

const passwordWords = (email: string | null | undefined) =>
	email === null ? t('It takes your password to add one.') : t('Changing it takes your password.')
