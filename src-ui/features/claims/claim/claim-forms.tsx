import { type ReactNode, useRef, useState } from 'react'
import * as v from 'valibot'
import type { Claimed, ClaimLookup } from '#contract/claims.ts'
import { emailLabel, newPasswordHint, optional } from '#contract/first-words/account-form.ts'
import * as words from '#contract/first-words/claim.ts'
import { t } from '#contract/text.ts'
import { Name } from '#look/plate.tsx'
import { ReceiptRule } from '#look/receipt.tsx'
import {
	NewcomerAccount,
	useClaimAsMember,
	useClaimWithNewAccount,
	useNoteWhyClaimFailed,
} from '#ui/features/claims/claims.api.ts'
import { useEmailHint } from '#ui/features/instance/instance.api.ts'
import { NoHostYet } from '#ui/features/instance/no-host-yet.tsx'
import { useLogInDialog } from '#ui/features/sign-in/late-log-in.ts'
import { LateElsewhere } from '#ui/features/sign-in/oidc/late-elsewhere.tsx'
import { isDeclined } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { PasswordOrNone } from '#ui/features/sign-in/passkeys/password-or-none.tsx'
import { isNameTaken, SEAT_TAKEN } from '#ui/features/sign-in/sign-up/sign-up-failure.ts'
import { UsernameField } from '#ui/features/sign-in/sign-up/username-field.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { FacePicker } from '#ui/kit/avatar/face-picker.tsx'
import { Button } from '#ui/kit/button.tsx'
import { NoSession } from '#ui/kit/feedback/cookies-blocked.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { ReceiptRest, ReceiptStart } from '#ui/kit/page/receipt-parts.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useSession } from '#ui/session/session-context.ts'
import { OpenInDesktopApp } from './open-in-desktop-app.tsx'

const FORM_ID = 'claim'

/** An invalid e-mail address is dropped; it does not fail the claim. */
const NewcomerForm = v.object({ ...NewcomerAccount.entries, email: v.optional(v.string(), '') })

type ClaimForNewcomerProps = {
	token: string
	lookup: ClaimLookup
	ghostName: string
	onClaimed: (claimed: Claimed, form: NewcomerAccount) => void
}

export function ClaimForNewcomer({ token, lookup, ghostName, onClaimed }: ClaimForNewcomerProps) {
	const emailHint = useEmailHint()
	const [username, setUsername] = useState(lookup.proposedUsername ?? '')
	const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
	const [avatarId, setAvatarId] = useState(lookup.ghostDriver.avatarId)
	const claim = useClaimWithNewAccount(token)
	const sayWhyClaimFailed = useSayWhyClaimFailed(token)
	const takeBackFailure = useRef<() => void>(null)
	const form = useContractForm({
		schema: NewcomerForm,
		send: ({ email, ...form }, handlers) => {
			takeBackFailure.current?.()
			claim.mutate({ form, email, avatarId }, handlers)
		},
		onSent: (claimed: Claimed, { username, password }: NewcomerAccount) => onClaimed(claimed, { username, password }),
		onRefused: (error) => {
			if (isDeclined(error)) return
			takeBackFailure.current = sayWhyClaimFailed(error)
			if (!isNameTaken(error)) return
			setTaken(new Set(taken).add(username.trim().toLowerCase()))
			form.refuse('username', SEAT_TAKEN)
		},
	})

	return (
		<Page
			lead={
				<>
					<p className="claim-introduction">{words.introduction()}</p>
					<ClaimLead lookup={lookup} ghostName={ghostName}>
						<NoHostYet />
					</ClaimLead>
				</>
			}
			actionBelow="content"
			action={
				<PendingButton type="submit" form={FORM_ID} isBlock isPending={claim.isPending}>
					{claim.isPending ? t('Creating Account...') : words.showReceipts()}
				</PendingButton>
			}
			aside={
				<>
					<LogInInstead />
					<LateElsewhere luggage={{ claim: token, next: `/claim/${token}` }} hasLine={false} onDone={() => undefined} />
					<OpenInDesktopApp token={token} />
				</>
			}
		>
			<PageTitle>{words.title()}</PageTitle>
			<ReceiptRest>
				<ReceiptRule />
				<form id={FORM_ID} {...form.props} className="claim-form">
					<NoSession />
					<p>{words.makeUpAName()}</p>
					<UsernameField value={username} field={form.field('username', setUsername)} taken={taken} />
					<PasswordOrNone hint={newPasswordHint()} field={form.field('password')} />
					<FacePicker value={avatarId} onChange={setAvatarId} />
					<TextField
						label={emailLabel()}
						type="email"
						inputMode="email"
						autoComplete="email"
						placeholder={optional()}
						hint={emailHint}
						{...form.field('email')}
					/>
				</form>
			</ReceiptRest>
		</Page>
	)
}

/** A dialog, because another page would lose the URL with the claim link. */
function LogInInstead() {
	const { Dialog, state, trigger } = useLogInDialog()
	return (
		<p className="claim-log-in">
			{words.alreadyHere()}{' '}
			<Button variant="quiet" size="sm" {...trigger}>
				{words.logInLabel()}
			</Button>
			{Dialog ? (
				<Dialog
					title={t('Log in')}
					words={t('Then you can put these ratings on the account you already have.')}
					{...state}
				/>
			) : null}
		</p>
	)
}

type ClaimAsMemberProps = {
	token: string
	lookup: ClaimLookup
	ghostName: string
	member: RememberedUser
	onClaimed: (claimed: Claimed) => void
}

export function ClaimAsMember({ token, lookup, ghostName, member, onClaimed }: ClaimAsMemberProps) {
	const session = useSession()
	const claim = useClaimAsMember(token, member.id)
	const sayWhyClaimFailed = useSayWhyClaimFailed(token)
	const submit = () =>
		claim.mutate(undefined, {
			onSuccess: (claimed) => onClaimed(claimed),
			onError: (error) => sayWhyClaimFailed(error),
		})
	const riding = words.ridingAs(member.username)

	return (
		<Page
			lead={<ClaimLead lookup={lookup} ghostName={ghostName} />}
			actionBelow="content"
			action={
				<>
					<PendingButton isBlock isPending={claim.isPending} onPress={submit}>
						{words.claimThese()}
					</PendingButton>
					<Button
						variant="quiet"
						size="sm"
						isBlock
						className="wrap-anywhere"
						isDisabled={claim.isPending}
						// After the logout this page shows the form for new members. If the request fails, the session retries it later.
						onPress={() => void session.signOut().catch(() => undefined)}
					>
						{words.notYou(member.username)}
					</Button>
				</>
			}
			aside={<OpenInDesktopApp token={token} />}
		>
			<PageTitle>{words.title()}</PageTitle>
			<ReceiptRest>
				<ReceiptRule />
				<div className="claim-member">
					<Avatar avatarId={member.avatarId} name={member.username} />
					<p>
						{riding.before}
						<strong>{riding.bold}</strong>
						{riding.after}
					</p>
				</div>
				<ul className="claim-terms">
					{words.termsOf(ghostName).map((term) => (
						<li key={term}>{term}</li>
					))}
				</ul>
			</ReceiptRest>
		</Page>
	)
}

type ClaimLeadProps = { lookup: ClaimLookup; ghostName: string; children?: ReactNode }

function ClaimLead({ lookup, ghostName, children }: ClaimLeadProps) {
	const { ghostDriver } = lookup
	const { before, bold, after } = words.waitingInWords(lookup)
	return (
		<>
			<h1 className="claim-title">{words.title()}</h1>
			<ReceiptStart torn="bottom">
				<div className="claim-ghost">
					<Avatar avatarId={ghostDriver.avatarId} name={ghostName} size="lg" isUnclaimedGhost />
					<p className="claim-name">
						<Name>{ghostName}</Name>
					</p>
					<p className="claim-waiting">
						{before}
						<strong>{bold}</strong>
						{after}
					</p>
				</div>
				<div className="claim-note">{children}</div>
			</ReceiptStart>
		</>
	)
}

/** Shows why a claim failed. Returns a function that removes the message once another attempt makes it outdated. */
function useSayWhyClaimFailed(token: string) {
	const noteWhyClaimFailed = useNoteWhyClaimFailed(token)
	return (error: unknown): (() => void) => {
		const link = noteWhyClaimFailed(error)
		// The member has already claimed, for example in another tab, so this is not a failure.
		if (link === 'yours') return () => undefined
		return toast({
			variant: 'destructive',
			title: t('Claim failed'),
			description: serverMessage(error, t('There was an error claiming this profile. Please try again.')),
			// Another person claimed first, and the page itself shows that.
			isOnScreen: link === 'dead' || isNameTaken(error),
		})
	}
}
