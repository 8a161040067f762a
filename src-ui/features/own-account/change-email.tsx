import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import * as v from 'valibot'
import { OptionalEmail } from '#contract/names.ts'
import { Goodbye } from '#contract/own-account.ts'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.tsx'
import { KnownUsername, PasswordField } from '#ui/kit/forms/password-field.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { useFormCheck } from '#ui/platform/form-check.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'
import { useChangeEmail } from './own-account.api.ts'
import { sayWhyRefused } from './own-account-failure.ts'

const EmailForm = v.object({ email: OptionalEmail, password: Goodbye.entries.password })

export function ChangeEmail({ me }: { me: RememberedUser }) {
	const { errors, check, forget, refuse } = useFormCheck(EmailForm)
	const email = useOwnEmail()
	const canMail = useQuery(instanceQuery).data?.mail ?? false
	const change = useChangeEmail(me.id)
	const isUnderway = useFormUnderway()
	const heading = useRef<HTMLHeadingElement>(null)
	const form = useRef<HTMLFormElement>(null)

	const send = (wish: 'save' | 'remove') => {
		if (!form.current) return
		const typed = check(form.current, wish === 'remove' ? { email: '' } : {})
		if (!typed || isUnderway()) return
		// An empty field is a slip; removing has a button of its own.
		if (wish === 'save' && typed.email === null) return refuse(form.current, 'email', 'Please enter a valid email')
		change.mutate(typed, {
			onSuccess: () => {
				form.current?.reset()
				// The button that was pressed may be gone now.
				if (wish === 'remove') heading.current?.focus()
				toast(wish === 'remove' ? REMOVED : SAVED)
			},
			onError: (error) =>
				sayWhyRefused(error, 'E-mail not changed', (field, words) => refuse(form.current, field, words)),
		})
	}

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		send('save')
	}

	return (
		<section aria-labelledby="change-email">
			<h2 id="change-email" ref={heading} tabIndex={-1} className="outline-none">
				Your e-mail
			</h2>
			<OwnEmail email={email} />
			<form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
				<KnownUsername username={me.username} />
				<TextField
					label="Email"
					name="email"
					type="email"
					inputMode="email"
					autoComplete="email"
					hint={
						canMail ? 'For password recovery' : 'For password recovery. Only whoever runs this Backseat can see it.'
					}
					onChange={() => forget('email')}
					error={errors.email}
				/>
				<PasswordField
					label="Your password"
					name="password"
					autoComplete="current-password"
					onChange={() => forget('password')}
					error={errors.password}
				/>
				<Button type="submit" isBlock isPending={change.isPending}>
					{change.isPending ? 'Saving...' : 'Save E-mail'}
				</Button>
				{email ? (
					<Button variant="secondary" isBlock isPending={change.isPending} onPress={() => send('remove')}>
						Remove E-mail
					</Button>
				) : null}
			</form>
		</section>
	)
}

const SAVED = { title: 'E-mail saved', description: 'A good place for a spare key.' }
const REMOVED = { title: 'E-mail removed', description: 'Hold on to your key: a spare has nowhere to go.' }

/** Undefined while nobody knows: the server is still being asked, or the session has ended. */
function useOwnEmail(): string | null | undefined {
	const viewer = useViewer()
	return viewer.kind === 'member' ? viewer.user.email : undefined
}

function OwnEmail({ email }: { email: string | null | undefined }) {
	if (email === null)
		return <p className={WORDS}>You have not left an address yet. It takes your password to add one.</p>
	return (
		<p className={WORDS}>
			{email ? (
				<>
					We have <strong className="wrap-anywhere text-ink">{email}</strong>.{' '}
				</>
			) : null}
			Changing it takes your password.
		</p>
	)
}

const WORDS = 'mt-1.5 mb-4 text-muted'
