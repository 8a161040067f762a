import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { PROXY_ISSUER } from '#contract/oidc.ts'
import type { LinkedIdentity } from '#contract/passkeys.ts'
import { t } from '#contract/text.ts'
import { credentialsQuery } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { ProofField, useProof } from '#ui/features/sign-in/passkeys/proof-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { KnownUsername } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { goWords, useDisconnect, useGoToProvider, useProviderName } from './elsewhere.ts'

export function Connections({ me }: { me: RememberedUser }) {
	const name = useProviderName()
	const { data: waysIn } = useQuery(credentialsQuery(me.id))
	const [isConnecting, setIsConnecting] = useState(false)
	if (!waysIn) return null
	const { identities } = waysIn
	const isConnected = identities.some(({ issuer, provider }) => issuer !== PROXY_ISSUER && provider === name)
	if (identities.length === 0 && name === null) return null
	return (
		<div className="mb-7 flex flex-col gap-2.5">
			{identities.length > 0 ? (
				<ul aria-label={t('Connected accounts')} className="flex flex-col gap-2.5">
					{identities.map((identity) => (
						<ConnectionRow key={identity.issuer} me={me} identity={identity} />
					))}
				</ul>
			) : null}
			{name !== null && !isConnected ? (
				<>
					<Button variant="secondary" isBlock className="wrap-anywhere" onPress={() => setIsConnecting(true)}>
						{t('Connect {provider}', { provider: name })}
					</Button>
					<Dialog
						title={t('Connect {provider}', { provider: name })}
						isOpen={isConnecting}
						onOpenChange={setIsConnecting}
						isDismissable={false}
					>
						<ConnectForm me={me} name={name} onClose={() => setIsConnecting(false)} />
					</Dialog>
				</>
			) : null}
		</div>
	)
}

// Translators: the proxy in front of this Backseat, in place of a provider's name such as 'Google'
export const calledHere = ({ issuer, provider }: LinkedIdentity) => (issuer === PROXY_ISSUER ? t('The door') : provider)

function ConnectionRow({ me, identity }: { me: RememberedUser; identity: LinkedIdentity }) {
	const [isOpen, setIsOpen] = useState(false)
	const called = calledHere(identity)
	return (
		<li className="sticker sticker-flat flex flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-4 py-2.5">
			<div className="min-w-40 flex-1">
				<p className="leading-snug font-semibold wrap-anywhere">{t('{provider}: connected', { provider: called })}</p>
				{/* Translators: below 'Google: connected', the account's name there */}
				<p className="text-sm wrap-anywhere text-muted">{t('as {name}', { name: identity.name })}</p>
			</div>
			<Button
				variant="quiet"
				size="sm"
				className="-mx-2 flex-none"
				aria-label={t('Disconnect {provider}', { provider: called })}
				onPress={() => setIsOpen(true)}
			>
				{t('Disconnect')}
			</Button>
			<Dialog
				title={t('Disconnect {provider}?', { provider: called })}
				isOpen={isOpen}
				onOpenChange={setIsOpen}
				isDismissable={false}
			>
				<DisconnectForm me={me} identity={identity} onClose={() => setIsOpen(false)} />
			</Dialog>
		</li>
	)
}

const ProofForm = v.object({ password: v.optional(v.pipe(v.string(), v.minLength(1, 'Password is required'))) })

const wordsUnlessAtPassword = (error: unknown) =>
	error === null || (error instanceof ApiError && error.problemCode === 'wrong_password') ? null : goWords(error)

type FormProps = { me: RememberedUser; onClose: () => void }

function DisconnectForm({ me, identity, onClose }: FormProps & { identity: LinkedIdentity }) {
	const disconnect = useDisconnect(me.id)
	const proof = useProof(me.id)
	const form = useContractForm({
		schema: ProofForm,
		send: ({ password }, handlers) => {
			const prove = () => proof.proof(password)
			disconnect.mutate({ issuer: identity.issuer, prove }, handlers)
		},
		onSent: () => {
			onClose()
			// Translators: the account there and the one here
			toast({ title: t('Disconnected'), description: t('Nobody gets in here by that any more.') })
		},
		onRefused: (_error, isAtField) => isAtField,
	})
	const failure = wordsUnlessAtPassword(disconnect.error)
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<p className="text-muted">{t('Your account there stays as it is. It opens this one no more.')}</p>
			<KnownUsername username={me.username} />
			<ProofField proof={proof} field={form.field('password')} />
			{failure ? <Notice tone="error">{failure}</Notice> : null}
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" variant="danger" isPending={disconnect.isPending}>
					{t('Disconnect')}
				</PendingButton>
			</div>
		</form>
	)
}

function ConnectForm({ me, name, onClose }: FormProps & { name: string }) {
	const go = useGoToProvider()
	const proof = useProof(me.id)
	const form = useContractForm({
		schema: ProofForm,
		send: async ({ password }, handlers) => {
			const shown = await proof.proof(password).catch(() => null)
			if (shown) go.mutate({ link: true, proof: shown, next: '/settings' }, handlers)
		},
		onRefused: (_error, isAtField) => isAtField,
	})
	const failure = wordsUnlessAtPassword(go.error)
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<p className="text-muted">
				{t('First show that it is you. Then you log in at {provider}, and come back here.', { provider: name })}
			</p>
			<KnownUsername username={me.username} />
			<ProofField proof={proof} autoFocus field={form.field('password')} />
			{failure ? <Notice tone="error">{failure}</Notice> : null}
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" isPending={go.isPending || go.isSuccess}>
					{t('Go to {provider}', { provider: name })}
				</PendingButton>
			</div>
		</form>
	)
}
