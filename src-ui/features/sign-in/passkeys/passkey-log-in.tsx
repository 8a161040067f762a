import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RatingId } from '#contract/ids.ts'
import type { CameIn } from '#contract/sign-in.ts'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { useWelcome } from '#ui/features/sign-in/session/accounts.api.ts'
import { errorClass } from '#ui/kit/forms/field-words.tsx'
import { CenterLine } from '#ui/kit/page/center-line.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { logInWithPasskey, passkeyFailure, passkeyWords } from './passkeys.api.ts'

export type PasskeyLogInProps = { ratingId?: RatingId | undefined; onDone: (user: CameIn) => void }

export function PasskeyLogIn({ ratingId, onDone }: PasskeyLogInProps) {
	const [failure, setFailure] = useState<string | null>(null)
	const track = useTrack()
	const welcome = useWelcome()
	const done = (user: CameIn) => {
		welcome(user)
		onDone(user)
	}
	const offer = useOfferInList({
		ratingId,
		onDone: done,
		onLate: (user) => welcome(user),
		onRefused: (error) => setFailure(passkeyWords(error)),
	})
	const logIn = useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async () => {
			setFailure(null)
			// Browsers allow one passkey prompt at a time.
			offer.withdraw()
			return logInWithPasskey({ ratingId })
		},
		onSuccess: done,
		onError: (error) => {
			setFailure(passkeyWords(error))
			offer.make()
		},
	})
	const press = () => {
		track('login_signup_clicked', { source: 'auth', action: 'login' })
		logIn.mutate()
	}
	return (
		<div className="flex flex-col gap-3">
			<CenterLine className="my-2" />
			<PendingButton variant="secondary" isBlock isPending={logIn.isPending} onPress={press}>
				{t('Use a passkey')}
			</PendingButton>
			{failure ? (
				<p role="alert" className={classNames(errorClass, 'self-center')}>
					{failure}
				</p>
			) : (
				<p className="text-center text-sm text-muted">{t('Your face or your finger starts the engine.')}</p>
			)}
		</div>
	)
}

type Offer = {
	ratingId: RatingId | undefined
	onDone: (user: CameIn) => void
	/** Called if the server had already logged them in when the prompt was aborted; the screen stays. */
	onLate: (user: CameIn) => void
	onRefused: (error: unknown) => void
}

/** Uses conditional mediation: while the screen is open, the browser lists passkeys at the username field. */
function useOfferInList(offer: Offer) {
	const latest = useRef(offer)
	const underway = useRef<AbortController | null>(null)
	useEffect(() => {
		latest.current = offer
	})

	const withdraw = () => underway.current?.abort()
	const make = () => {
		withdraw()
		const question = new AbortController()
		underway.current = question
		const { signal } = question
		void (async () => {
			if (!(await canOfferInList()) || signal.aborted) return
			try {
				const user = await logInWithPasskey({ ratingId: latest.current.ratingId }, { signal, isOffered: true })
				if (signal.aborted) latest.current.onLate(user)
				else latest.current.onDone(user)
			} catch (error) {
				// Nobody asked for the list, so a browser that cannot show it needs no words.
				if (signal.aborted || passkeyWords(error) === null || passkeyFailure(error)) return
				latest.current.onRefused(error)
				// The list was open longer than a challenge is valid.
				if (error instanceof ApiError && error.problemCode === 'challenge_gone') make()
			}
		})()
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: once, for as long as the screen is open
	useEffect(() => {
		make()
		return withdraw
	}, [])
	return { make, withdraw }
}

const canOfferInList = async () => {
	try {
		return await PublicKeyCredential.isConditionalMediationAvailable()
	} catch {
		return false
	}
}
