import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { CALLBACK_PAGE } from '#contract/oidc.ts'
import type { CameIn } from '#contract/sign-in.ts'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { useWelcome } from '#ui/features/sign-in/session/accounts.api.ts'
import { errorClass } from '#ui/kit/forms/field-words.tsx'
import { CenterLine } from '#ui/kit/page/center-line.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { T } from '#ui/kit/t.tsx'
import { goWords, type Luggage, noteNewcomer, useGoToProvider, useProxyLogIn } from './elsewhere.ts'

export type ElsewhereLogInProps = {
	luggage?: Luggage
	/** Makes it the primary button where there is no password form above. */
	isFirst?: boolean
	hasLine?: boolean
	/** Label only: the provider's answer decides. */
	isSignUp?: boolean
	onDone: (user: CameIn) => void
}

export function ElsewhereLogIn(props: ElsewhereLogInProps) {
	const { luggage = {}, isFirst = false, hasLine = true, isSignUp = false, onDone } = props
	const { data: instance } = useQuery(instanceQuery)
	const { oidc = null, proxy = null } = instance?.signIn ?? {}
	return (
		<div className="flex flex-col gap-3">
			{isFirst || !hasLine ? null : <CenterLine className="my-2" />}
			{proxy ? <ComeInAs name={proxy.name} luggage={luggage} isFirst={isFirst} onDone={onDone} /> : null}
			{oidc ? (
				<WithProvider name={oidc.name} luggage={luggage} isFirst={isFirst && !proxy} isSignUp={isSignUp} />
			) : null}
		</div>
	)
}

type WithProviderProps = { name: string; luggage: Luggage; isFirst: boolean; isSignUp: boolean }

/** Starts on a click or with `/auth?sso=1`. Starting automatically would undo every log-out. */
function WithProvider({ name, luggage, isFirst, isSignUp }: WithProviderProps) {
	const go = useGoToProvider()
	const hasGone = useRef(false)
	useEffect(() => {
		if (hasGone.current || new URLSearchParams(window.location.search).get('sso') !== '1') return
		hasGone.current = true
		go.mutate(luggage)
	}, [go, luggage])
	return (
		<>
			<PendingButton
				variant={isFirst ? 'primary' : 'secondary'}
				isBlock
				className="wrap-anywhere"
				isPending={go.isPending || go.isSuccess}
				onPress={() => go.mutate(luggage)}
			>
				{isSignUp ? t('Sign up with {provider}', { provider: name }) : t('Log in with {provider}', { provider: name })}
			</PendingButton>
			<Failure error={go.error} />
		</>
	)
}

type ComeInAsProps = Pick<ElsewhereLogInProps, 'onDone'> & { name: string; luggage: Luggage; isFirst: boolean }

function ComeInAs({ name, luggage, isFirst, onDone }: ComeInAsProps) {
	const welcome = useWelcome()
	const navigate = useNavigate()
	const logIn = useProxyLogIn()
	const press = () =>
		logIn.mutate(
			{ ...luggage, name },
			{
				onSuccess: (answer) => {
					if ('user' in answer) {
						welcome(answer.user)
						return onDone(answer.user)
					}
					noteNewcomer(answer)
					void navigate({ to: CALLBACK_PAGE })
				},
			},
		)
	return (
		<>
			<p className="text-center text-balance wrap-anywhere">
				{/* Translators: the door is the proxy in front of this Backseat */}
				<T text="The door says you are <b>{name}</b>." b={<strong />} name={name} />
			</p>
			<PendingButton
				variant={isFirst ? 'primary' : 'secondary'}
				isBlock
				className="wrap-anywhere"
				isPending={logIn.isPending || logIn.isSuccess}
				onPress={press}
			>
				{t('Come in as {name}', { name })}
			</PendingButton>
			<Failure error={logIn.error} />
		</>
	)
}

const Failure = ({ error }: { error: unknown }) =>
	error === null ? null : (
		<p role="alert" className={classNames(errorClass, 'self-center text-center text-balance')}>
			{goWords(error)}
		</p>
	)
