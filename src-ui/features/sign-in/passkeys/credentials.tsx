import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { OwnLabel } from '#contract/names.ts'
import type { Passkey } from '#contract/passkeys.ts'
import type { Proof } from '#contract/proofs.ts'
import { t } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Notice, Skeleton } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { KnownUsername, TextField } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { dayOfMoment, recentDayInWords } from '#ui/platform/dates-and-figures.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import {
	canUsePasskeys,
	credentialsQuery,
	passkeyWords,
	useAddPasskey,
	useRemovePasskey,
	useRenamePasskey,
} from './passkeys.api.ts'
import { ProofField, useProof } from './proof-field.tsx'

/**
 * At an address where passkeys do not work, members can still remove theirs, for example a stolen one. Doctor and the host's
 * page explain why they do not work there.
 */
export function Passkeys({ me }: { me: RememberedUser }) {
	const query = useQuery(credentialsQuery(me.id))
	const { data: instance } = useQuery(instanceQuery)
	const [isAdding, setIsAdding] = useState(false)
	if (!instance) return null
	if (!canUsePasskeys(instance))
		return query.data && query.data.passkeys.length > 0 ? (
			<div className="mb-7">
				<p className="mb-4 text-muted">
					{t('Passkeys open nothing here. If one was lost or stolen, remove it all the same.')}
				</p>
				<PasskeyList me={me} passkeys={query.data.passkeys} />
			</div>
		) : null
	return (
		<div className="mb-7">
			<p className="mb-4 text-muted">
				{t(
					"A passkey is your face, your finger or your phone's code. It stays on your devices, and nobody can guess it.",
				)}
			</p>
			<Loaded
				query={query}
				loading={t('Looking for your keys...')}
				onTheWay={<Skeleton className="h-14 w-full" />}
				failed={() => ({
					title: t('The key ring is stuck'),
					text: t('Which passkeys you have could not be found out just now.'),
				})}
			>
				{({ passkeys }) => <PasskeyList me={me} passkeys={passkeys} />}
			</Loaded>
			<Button variant="secondary" isBlock className="mt-4" onPress={() => setIsAdding(true)}>
				{t('Add a passkey')}
			</Button>
			<AddPasskeyDialog me={me} isOpen={isAdding} onOpenChange={setIsAdding} />
		</div>
	)
}

const PasskeyList = ({ me, passkeys }: { me: RememberedUser; passkeys: Passkey[] }) => (
	<ul aria-label={t('Passkeys')} className="flex flex-col gap-2.5 empty:hidden">
		{passkeys.map((passkey) => (
			<PasskeyRow key={passkey.credentialId} me={me} passkey={passkey} />
		))}
	</ul>
)

function PasskeyRow({ me, passkey }: { me: RememberedUser; passkey: Passkey }) {
	const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
	const { label, host, createdAt, lastUsedOn } = passkey
	const close = () => setDialog(null)
	const isElsewhere = host !== window.location.hostname
	return (
		<li className="sticker sticker-flat flex flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-4 py-2.5">
			<div className="min-w-40 flex-1">
				<p className="leading-snug font-semibold wrap-anywhere">{label}</p>
				<p className="text-sm text-muted">
					{/* Translators: of a passkey, in a line with 'not used yet' or 'last used today' */}
					{t('added {day}', { day: dayOfMoment(createdAt) })}
					{' · '}
					{/* Translators: '{day}' is a date, 'today' or 'yesterday' */}
					{lastUsedOn === null ? t('not used yet') : t('last used {day}', { day: recentDayInWords(lastUsedOn) })}
					{isElsewhere ? (
						<span className="wrap-anywhere"> · {t('opens only at {address}', { address: host })}</span>
					) : null}
				</p>
			</div>
			<div className="-mx-3.5 flex flex-none">
				<Button
					variant="quiet"
					size="sm"
					aria-label={t('Rename {name}', { name: label })}
					onPress={() => setDialog('rename')}
				>
					{t('Rename')}
				</Button>
				<Button
					variant="quiet"
					size="sm"
					aria-label={t('Remove {name}', { name: label })}
					onPress={() => setDialog('remove')}
				>
					{t('Remove')}
				</Button>
			</div>
			<Dialog title={t('Rename this passkey')} isOpen={dialog === 'rename'} onOpenChange={close}>
				<RenameForm me={me} passkey={passkey} onClose={close} />
			</Dialog>
			<Dialog
				title={t('Remove {name}?', { name: label })}
				isOpen={dialog === 'remove'}
				onOpenChange={close}
				isDismissable={false}
			>
				<RemoveForm me={me} passkey={passkey} onClose={close} />
			</Dialog>
		</li>
	)
}

type OfPasskey = { me: RememberedUser; passkey: Passkey; onClose: () => void }

function RenameForm({ me, passkey, onClose }: OfPasskey) {
	const rename = useRenamePasskey(me.id)
	const [label, setLabel] = useState(passkey.label)
	const form = useContractForm({
		schema: v.object({ label: OwnLabel }),
		send: ({ label }, handlers) => rename.mutate({ credentialId: passkey.credentialId, label }, handlers),
		onSent: onClose,
		onRefused: (error, isAtField) => isAtField || sayWhyNot(error, t('Passkey not renamed')),
	})
	return (
		<form {...form.props} className="flex flex-col gap-4">
			{/* Translators: of a passkey */}
			<TextField
				label={t('Name', { context: 'passkey' })}
				autoComplete="off"
				autoFocus
				value={label}
				{...form.field('label', setLabel)}
			/>
			<Buttons onClose={onClose}>
				<PendingButton type="submit" isPending={rename.isPending}>
					{t('Save')}
				</PendingButton>
			</Buttons>
		</form>
	)
}

function RemoveForm({ me, passkey, onClose }: OfPasskey) {
	const remove = useRemovePasskey(me.id)
	const proof = useProof(me.id)
	const form = useContractForm({
		schema: ProofForm,
		send: ({ password }, handlers) => {
			const prove = () => proof.proof(password)
			remove.mutate({ credentialId: passkey.credentialId, prove }, handlers)
		},
		onSent: () => {
			onClose()
			toast({ title: t('Passkey removed'), description: t('Your device may still offer it. It opens nothing here.') })
		},
		onRefused: (_error, isAtField) => isAtField,
	})
	const failure = remove.error === null || isAtPassword(remove.error) ? null : passkeyWords(remove.error)
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<p className="text-muted">{t('With it nobody gets in any more, you included.')}</p>
			<KnownUsername username={me.username} />
			<ProofField proof={proof} field={form.field('password')} />
			{failure ? <Notice tone="error">{failure}</Notice> : null}
			<Buttons onClose={onClose}>
				<PendingButton type="submit" variant="danger" isPending={remove.isPending}>
					{t('Remove')}
				</PendingButton>
			</Buttons>
		</form>
	)
}

const ProofForm = v.object({ password: v.optional(v.pipe(v.string(), v.minLength(1, 'Password is required'))) })

const isAtPassword = (error: unknown) => error instanceof ApiError && error.problemCode === 'wrong_password'

type AddPasskeyDialogProps = { me: RememberedUser; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Two steps, proof and creation, because some browsers require a user gesture for each. */
export function AddPasskeyDialog({ me, isOpen, onOpenChange }: AddPasskeyDialogProps) {
	return (
		<Dialog title={t('Add a passkey')} isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={false}>
			<AddForm me={me} onClose={() => onOpenChange(false)} />
		</Dialog>
	)
}

function AddForm({ me, onClose }: { me: RememberedUser; onClose: () => void }) {
	const add = useAddPasskey(me.id)
	const proof = useProof(me.id)
	const [shown, setShown] = useState<Proof | null>(null)
	const [isShowing, setIsShowing] = useState(false)
	const [failure, setFailure] = useState<string | null>(null)
	const form = useContractForm({
		schema: ProofForm,
		send: async ({ password }, handlers) => {
			setFailure(null)
			if (!proof.isByPasskey || shown) return add.mutate(shown ?? { password: password ?? '' }, handlers)
			setIsShowing(true)
			await proof.proof(password).then(setShown, (error: unknown) => setFailure(passkeyWords(error)))
			setIsShowing(false)
		},
		onSent: () => {
			onClose()
			toast({ title: t('Passkey added'), description: t('Next time, get in with your face or your finger.') })
		},
		onRefused: (error, isAtField) => {
			setShown(null)
			if (!isAtField) setFailure(passkeyWords(error))
		},
	})
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<KnownUsername username={me.username} />
			{shown ? (
				<p role="status">{t('That is you. Now make the new one: your browser asks where to keep it.')}</p>
			) : (
				<>
					<p className="text-muted">
						{t('First show that it is you. Then your browser asks where to keep the new one.')}
					</p>
					<ProofField proof={proof} autoFocus field={form.field('password')} />
				</>
			)}
			{failure ? <Notice tone="error">{failure}</Notice> : null}
			<Buttons onClose={onClose}>
				<PendingButton type="submit" isPending={add.isPending || isShowing}>
					{/* Translators: 'Make it' makes the passkey */}
					{proof.isByPasskey && !shown ? t('Go on') : t('Make it')}
				</PendingButton>
			</Buttons>
		</form>
	)
}

const Buttons = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
	<div className="button-pair mt-2">
		<Button variant="secondary" onPress={onClose}>
			{t('Cancel')}
		</Button>
		{children}
	</div>
)

function sayWhyNot(error: unknown, title: string) {
	const description = passkeyWords(error)
	if (description !== null) toast({ variant: 'destructive', title, description })
}
