import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import { AccountDeletion } from '#contract/own-account.ts'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { useWaiting, type Waiting } from '#ui/features/ratings/waiting/waiting-context.ts'
import { isWaitingFor } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { ProofField, useProof } from '#ui/features/sign-in/passkeys/proof-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { OptionCards } from '#ui/kit/forms/option-cards.tsx'
import { KnownUsername } from '#ui/kit/forms/text-field.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useSession } from '#ui/session/session-context.ts'
import { sayWhyRefused, useDeleteAccount } from './own-account.api.ts'

type DeleteAccountProps = {
	me: RememberedUser
	onLeft: () => void
}

export function DeleteAccount({ me, onLeft }: DeleteAccountProps) {
	const [isOpen, setIsOpen] = useState(false)
	const navigate = useNavigate()
	const session = useSession()
	const waiting = useWaiting()

	const leave = () => {
		dropWaiting(waiting, me.id)
		// Synchronous: otherwise the settings would render for a visitor and redirect to the log-in.
		flushSync(onLeft)
		session.becomeVisitor()
		toast({ title: t('You got out'), description: t('Your account is gone. Thanks for the ride, and mind the door.') })
		void navigate({ to: '/home', replace: true })
	}

	return (
		<>
			<p className="mb-4 text-muted">
				{t('Want to get out here? No hard feelings. There is no reverse gear, though.')}
			</p>
			<Button variant="danger" isBlock onPress={() => setIsOpen(true)}>
				{t('Delete Account')}
			</Button>
			<Dialog title={t('Delete your account?')} isOpen={isOpen} onOpenChange={setIsOpen} isDismissable={false}>
				<DeleteAccountForm me={me} onClose={() => setIsOpen(false)} onDeleted={leave} />
			</Dialog>
		</>
	)
}

const choices = [
	{
		value: 'stay',
		label: t('They stay, without my name'),
		hint: t('The stars keep counting. Nobody learns whose.'),
	},
	{ value: 'go', label: t('They go with me'), hint: t('Every star you gave is taken back.') },
]

function dropWaiting({ load }: Waiting, me: UserId) {
	if (!isWaitingFor(me)) return
	load()
		.then((ratings) => ratings.dropAllOf(me))
		.catch((error: unknown) => console.warn('What waits here was not dropped', error))
}

const { ratings, password } = AccountDeletion.entries
const DeletionForm = v.object({ ratings, password })

type DeleteAccountFormProps = { me: RememberedUser; onClose: () => void; onDeleted: () => void }

function DeleteAccountForm({ me, onClose, onDeleted }: DeleteAccountFormProps) {
	const deletion = useDeleteAccount(me.id, onDeleted)
	const proof = useProof(me.id)
	const form = useContractForm({
		schema: DeletionForm,
		send: (typed, handlers) => deletion.mutate({ ...typed, show: proof.show }, handlers),
		onRefused: (error, isAtField) => isAtField || isLastHost(error) || sayWhyRefused(error, t('Account not deleted')),
	})
	const ratings = form.field('ratings')

	return (
		<form {...form.props} className="flex flex-col gap-4">
			<OptionCards
				label={t('The ratings you gave')}
				options={choices}
				{...ratings}
				error={ratings.error && t('Please choose what happens to your ratings')}
			/>
			<WhatHappens />
			<KnownUsername username={me.username} />
			<ProofField proof={proof} field={form.field('password')} />
			{isLastHost(deletion.error) ? (
				<Notice tone="warn" title={t('Somebody has to drive')}>
					{t('You are the only host here, and others have accounts. Make somebody else host first:')}{' '}
					<TextLink to="/host/people">{t('People')}</TextLink>
				</Notice>
			) : null}
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" variant="danger" isPending={deletion.isPending} className="px-2">
					{/* Translators: a button of two side by side, at most 18 characters */}
					{deletion.isPending ? t('Deleting...') : t('Delete for Good')}
				</PendingButton>
			</div>
		</form>
	)
}

const isLastHost = (error: unknown) => error instanceof ApiError && error.problemCode === 'last_host'

function WhatHappens() {
	const staysUntilNight = useQuery(instanceQuery).data?.tracesStayUntilNight
	return (
		<div>
			<p className="text-[0.9375rem] font-bold">{t('Either way')}</p>
			<ul className="mt-1 flex list-disc flex-col gap-1 ps-5 text-[0.9375rem] leading-snug">
				<li>{t('Your profile goes, with every rating of your driving.')}</li>
				<li>
					{t('But a driver you claimed in the last 7 days stays, ratings and all, and waits to be claimed again.')}
				</li>
				<li>{t('Drivers you added stay if others have rated them. The rest get out with you.')}</li>
				<li>{t('You are logged out everywhere, and your name is free for somebody else.')}</li>
				<li>
					{t(
						'Backups and copies made before still have you in them, until whoever runs this Backseat throws them away.',
					)}
				</li>
				{staysUntilNight ? (
					<li>
						{t(
							'This Backseat is a large one: stray copies of your data may stay in unused parts of its file until that is written anew, at three in the night.',
						)}
					</li>
				) : null}
				<li>{t('This cannot be undone.')}</li>
			</ul>
		</div>
	)
}
