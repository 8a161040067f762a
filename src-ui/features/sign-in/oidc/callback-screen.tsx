import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { OwnUser } from '#contract/accounts.ts'
import { CALLBACK_PAGE, type CameBack, OidcSignUp } from '#contract/oidc.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { NoHostYet } from '#ui/features/instance/no-host-yet.tsx'
import { LogInDialog } from '#ui/features/sign-in/log-in-dialog.tsx'
import { useWelcome } from '#ui/features/sign-in/session/accounts.api.ts'
import { SEAT_TAKEN, sayWhySignUpFailed } from '#ui/features/sign-in/sign-up/sign-up-failure.ts'
import { UsernameField } from '#ui/features/sign-in/sign-up/username-field.tsx'
import { FacePicker, randomFace } from '#ui/kit/avatar/face-picker.tsx'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import {
	type Newcomer,
	noteNewcomer,
	useComeBack,
	useLinkNewcomer,
	useProviderName,
	useSignUpFromElsewhere,
	waitingNewcomer,
} from './elsewhere.ts'

/** The provider redirects here; the parameters are removed from the address and sent to the server. */
export function CallbackScreen() {
	const [query] = useState(() => window.location.search)
	const [newcomer, setNewcomer] = useState(waitingNewcomer)
	const navigate = useNavigate()
	const back = useComeBack()
	const welcome = useWelcome()
	const hasBegun = useRef(false)

	const goOn = (next: string | null) => void navigate({ to: '/', href: next ?? undefined, replace: true })
	const cameBack = (answer: CameBack) => {
		if (!('user' in answer)) return setNewcomer(answer)
		if (answer.act === 'log_in') welcome(answer.user)
		else toast(answer.act === 'link' ? CONNECTED : CONFIRMED)
		goOn(answer.next)
	}
	const finish = () => back.mutate(query, { onSuccess: cameBack })

	useEffect(() => {
		if (hasBegun.current) return
		hasBegun.current = true
		noteNewcomer(null)
		if (query !== '') {
			// The code opens an account, so it must not stay in the address or the history.
			void navigate({ to: CALLBACK_PAGE, search: {}, replace: true })
			finish()
		} else if (newcomer === null) void navigate({ to: '/auth', replace: true })
	})

	if (newcomer) return <ChooseName newcomer={newcomer} onDone={() => goOn(newcomer.next)} />
	if (back.error && !back.isPending) return <NoWayIn error={back.error} onAgain={finish} />
	return (
		<Page>
			<PageTitle>{t('Coming In')}</PageTitle>
			<h1 className="sr-only">{t('Coming in')}</h1>
			<Spinner label={t('One moment at the barrier...')} />
		</Page>
	)
}

// Translators: the account there and the one here
const CONNECTED = { title: t('Connected'), description: t('Next time, that key opens this car too.') }
const CONFIRMED = { title: t('That is you'), description: t('What you wanted to do works now, for five minutes.') }

function NoWayIn({ error, onAgain }: { error: unknown; onAgain: () => void }) {
	const viewer = useViewer()
	const name = useProviderName()
	// Answers that are not the server's own (502 or no message) may succeed on a retry.
	const isAway = hasStatus(error, 502) || !(error instanceof ApiError) || error.serverMessage === undefined
	const away =
		name === null
			? t('The provider does not answer. Try again in a moment.')
			: t('{provider} does not answer. Try again in a moment.', { provider: name })
	return (
		<Page
			action={
				<>
					{isAway ? (
						<Button isBlock onPress={onAgain}>
							{t('Try again')}
						</Button>
					) : null}
					{viewer.kind === 'member' ? (
						<LinkButton to="/settings" variant={isAway ? 'secondary' : 'primary'} isBlock>
							{t('Back to Settings')}
						</LinkButton>
					) : (
						<LinkButton to="/auth" variant={isAway ? 'secondary' : 'primary'} isBlock>
							{t('Back to Log In')}
						</LinkButton>
					)}
				</>
			}
		>
			<PageTitle>{t('No Way In')}</PageTitle>
			<EmptyState headingLevel="h1" title={isAway ? t('Nobody at the barrier') : t('The barrier stays down')}>
				<p role="alert" className="text-balance">
					{serverMessage(error, away)}
				</p>
			</EmptyState>
		</Page>
	)
}

const FORM_ID = 'choose-name'

function ChooseName({ newcomer, onDone }: { newcomer: Newcomer; onDone: () => void }) {
	const { username: proposal, display_name: name } = newcomer.choose
	const [username, setUsername] = useState(proposal ?? '')
	const [avatarId, setAvatarId] = useState(randomFace)
	const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
	const signUp = useSignUpFromElsewhere()
	const form = useContractForm({
		schema: OidcSignUp,
		send: ({ username }, handlers) => signUp.mutate({ username, avatarId }, handlers),
		onSent: onDone,
		onRefused: (error) => {
			// A 409 without a field means the identity, not the name, was taken from another tab.
			if (error instanceof ApiError && error.status === 409 && error.field === undefined)
				return void toast({ variant: 'destructive', title: t('Signup failed'), description: error.serverMessage })
			if (sayWhySignUpFailed(error, username) === 'other') return
			setTaken(new Set(taken).add(username.trim().toLowerCase()))
			form.refuse('username', SEAT_TAKEN)
		},
		isSentForGood: true,
	})
	return (
		<Page
			action={
				<PendingButton type="submit" form={FORM_ID} isBlock isPending={signUp.isPending || signUp.isSuccess}>
					{t('Take this seat')}
				</PendingButton>
			}
		>
			<PageTitle>{t('Choose a Name')}</PageTitle>
			<h1 className="mb-6 text-center text-balance wrap-anywhere">
				{name ? t('Hop in, {name}', { name }) : t('Hop in')}
			</h1>
			<Receipt>
				<form id={FORM_ID} {...form.props} className="flex flex-col gap-3.5">
					<NoHostYet />
					<p className="text-pretty">{t('What do we call you in this car?')}</p>
					<UsernameField value={username} field={form.field('username', setUsername)} taken={taken} />
					<FacePicker value={avatarId} onChange={setAvatarId} />
				</form>
				<ReceiptRule />
				<OnBackseatAlready onDone={onDone} />
			</Receipt>
		</Page>
	)
}

function OnBackseatAlready({ onDone }: { onDone: () => void }) {
	const [isOpen, setIsOpen] = useState(false)
	const link = useLinkNewcomer()
	const connect = ({ id }: OwnUser) =>
		link.mutate(id, {
			onSuccess: () => void toast(CONNECTED),
			onError: (error) =>
				toast({
					variant: 'destructive',
					title: t('Not connected'),
					description: serverMessage(error, t('You are in, but the two are not connected. Your settings can do it.')),
				}),
			// The person is logged in even if the link failed.
			onSettled: onDone,
		})
	return (
		<div className="flex flex-col items-center gap-1 text-center">
			<p className="text-balance">{t('Already on Backseat? Log in once and we connect the two.')}</p>
			<Button variant="quiet" size="sm" onPress={() => setIsOpen(true)}>
				{t('Log in')}
			</Button>
			<LogInDialog
				title={t('Log in once')}
				words={t('Then we connect the two, and next time either of them opens your account.')}
				isOpen={isOpen}
				onOpenChange={setIsOpen}
				onDone={connect}
			/>
		</div>
	)
}
