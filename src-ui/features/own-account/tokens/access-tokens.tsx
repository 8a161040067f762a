import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { ACCESS_TOKENS_MAX, type AccessToken, type NewAccessToken } from '#contract/access-tokens.ts'
import { PASSWORD_MISSING } from '#contract/field-messages.ts'
import { getHome } from '#contract/home.ts'
import { OwnLabel } from '#contract/names.ts'
import { getStats } from '#contract/stats.ts'
import { t } from '#contract/text.ts'
import { Receipt } from '#look/receipt.tsx'
import { sayWhyRefused } from '#ui/features/own-account/own-account.api.ts'
import { passkeyWords } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { ProofField, useProof } from '#ui/features/sign-in/passkeys/proof-field.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Notice, Skeleton } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { KnownUsername, TextField } from '#ui/kit/forms/text-field.tsx'
import { useFocusAfterRemoval } from '#ui/kit/lost-focus.ts'
import { AskedButton } from '#ui/kit/overlays/asked-button.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { CopyButton } from '#ui/kit/sharing/sharing-buttons.tsx'
import { T } from '#ui/kit/t.tsx'
import { ApiError, urlOf } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { dayOfMoment, recentDayInWords } from '#ui/platform/dates-and-figures.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { accessTokensQuery, useEndAccessToken, useMakeAccessToken } from './access-tokens.api.ts'

export type AccessTokensProps = { me: RememberedUser }

export function AccessTokens({ me }: AccessTokensProps) {
	return (
		<>
			<p className="mb-4 text-muted">
				{t(
					'For a dashboard on the wall: a token reads your home list and your own card. It cannot rate, change or see anything else.',
				)}
			</p>
			<Loaded
				query={useQuery(accessTokensQuery(me.id))}
				loading={t('Looking for your tokens...')}
				onTheWay={<Skeleton className="h-14 w-full" />}
				failed={() => ({
					title: t('The token box is jammed'),
					text: t('Which tokens you have could not be found out just now.'),
				})}
			>
				{(tokens) => <Tokens me={me} tokens={tokens} />}
			</Loaded>
		</>
	)
}

function Tokens({ me, tokens }: AccessTokensProps & { tokens: AccessToken[] }) {
	const [isMaking, setIsMaking] = useState(false)
	const list = useRef<HTMLDivElement>(null)
	useFocusAfterRemoval(tokens, (place) => {
		const buttons = list.current?.querySelectorAll('button') ?? []
		return buttons[Math.min(place, buttons.length - 1)]
	})
	return (
		<div ref={list}>
			{tokens.length === 0 ? (
				<p className="text-muted">{t('No token yet. Nothing reads along.')}</p>
			) : (
				<ul aria-label={t('Read-only tokens')} className="flex flex-col gap-2.5">
					{tokens.map((token) => (
						<TokenRow key={token.id} me={me} token={token} />
					))}
				</ul>
			)}
			{tokens.length < ACCESS_TOKENS_MAX ? (
				<Button variant="secondary" isBlock className="mt-4" onPress={() => setIsMaking(true)}>
					{t('Make a token')}
				</Button>
			) : (
				<p className="mt-3 text-muted">{t('Five, and more do not fit on the dashboard. End one to make another.')}</p>
			)}
			<MakeDialog me={me} isOpen={isMaking} onOpenChange={setIsMaking} />
		</div>
	)
}

function TokenRow({ me, token: { id, name, createdAt, lastUsedOn } }: AccessTokensProps & { token: AccessToken }) {
	const end = useEndAccessToken(me.id)
	const nameId = `token-${id}`
	const endIt = (close: () => void) =>
		end.mutate(id, {
			onSuccess: () => {
				close()
				toast({ title: t('Token ended'), description: t('{name} reads nothing any more.', { name }) })
			},
			onError: (error) => sayWhyRefused(error, t('It still reads along')),
		})
	return (
		<li className="sticker sticker-flat flex flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-4 py-2.5">
			<div className="min-w-40 flex-1">
				<p id={nameId} className="leading-snug font-semibold wrap-anywhere">
					{name}
				</p>
				<p className="text-sm text-muted">
					{lastUsedOn === null
						? t('made {day} · not used yet', { day: dayOfMoment(createdAt) })
						: t('made {day} · last used {lastDay}', {
								day: dayOfMoment(createdAt),
								lastDay: recentDayInWords(lastUsedOn),
							})}
				</p>
			</div>
			<AskedButton
				label={t('End it', { context: 'token' })}
				question={t('End this token?')}
				variant="secondary"
				size="sm"
				isDangerous
				aria-describedby={nameId}
				isPending={end.isPending}
				send={endIt}
			>
				<p>
					<T
						text="Whatever reads with {name} stands at the kerb from then on. This cannot be undone."
						name={<strong>{name}</strong>}
					/>
				</p>
			</AskedButton>
		</li>
	)
}

type MakeDialogProps = AccessTokensProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** A click outside does not close it, because the token is never shown again. */
function MakeDialog({ me, isOpen, onOpenChange }: MakeDialogProps) {
	const [made, setMade] = useState<NewAccessToken | null>(null)
	const change = (isOpenNow: boolean) => {
		onOpenChange(isOpenNow)
		setMade(null)
	}
	return (
		<Dialog
			title={made ? t('Here is your token') : t('Make a read-only token')}
			isOpen={isOpen}
			onOpenChange={change}
			isDismissable={false}
		>
			{made ? (
				<Made me={me} made={made} onClose={() => change(false)} />
			) : (
				<MakeForm me={me} onMade={setMade} onClose={() => change(false)} />
			)}
		</Dialog>
	)
}

const MakeFields = v.object({
	name: OwnLabel,
	password: v.optional(v.pipe(v.string(), v.minLength(1, PASSWORD_MISSING))),
})

function MakeForm({
	me,
	onMade,
	onClose,
}: AccessTokensProps & { onMade: (made: NewAccessToken) => void; onClose: () => void }) {
	const make = useMakeAccessToken(me.id)
	const proof = useProof(me.id)
	const form = useContractForm({
		schema: MakeFields,
		send: ({ name, password }, handlers) => make.mutate({ name, prove: () => proof.proof(password) }, handlers),
		onSent: onMade,
	})
	const failure = make.error === null || isAtField(make.error) ? null : passkeyWords(make.error)
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<KnownUsername username={me.username} />
			<TextField
				label={t('What is it for?')}
				hint={t('The kitchen display, say.')}
				autoComplete="off"
				autoFocus
				{...form.field('name')}
			/>
			<ProofField proof={proof} field={form.field('password')} />
			{failure ? <Notice tone="error">{failure}</Notice> : null}
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" isPending={make.isPending}>
					{t('Make it', { context: 'token' })}
				</PendingButton>
			</div>
		</form>
	)
}

const isAtField = (error: unknown) => error instanceof ApiError && error.field !== undefined

function Made({ me, made, onClose }: AccessTokensProps & { made: NewAccessToken; onClose: () => void }) {
	return (
		<div className="flex flex-col gap-4">
			<p role="status" className="text-muted">
				{t('It is shown only now. It ends with your password, or when you end it.')}
			</p>
			<Receipt torn="both">
				<p dir="ltr" className="font-mono text-sm break-all select-all">
					{made.token}
				</p>
			</Receipt>
			<CopyButton thing="token" text={made.token} autoFocus />
			<div className="text-sm text-muted">
				<p>
					<T
						text="Send it as {header} and the token, to one of these:"
						header={
							<code dir="ltr" className="break-all">
								Authorization: Bearer
							</code>
						}
					/>
				</p>
				<ul dir="ltr" className="mt-1 list-disc ps-5 font-mono break-all">
					<li>{urlOf(getHome)}</li>
					<li>{urlOf(getStats, { params: { id: me.id } })}</li>
				</ul>
			</div>
			<Button variant="secondary" isBlock onPress={onClose}>
				{t('Done')}
			</Button>
		</div>
	)
}
