import { useRef, useState } from 'react'
import * as v from 'valibot'
import { type Claimed, ClaimForm, type ClaimLookup } from '#contract/claims.ts'
import { ReceiptRule } from '#look/receipt.tsx'
import { LogInDialog } from '#ui/features/accounts/auth/log-in-dialog.tsx'
import { isNameTaken, SEAT_TAKEN } from '#ui/features/accounts/sign-up/sign-up-failure.ts'
import { useClaimWithNewAccount } from '#ui/features/claims/claims.api.ts'
import { useEmailHint } from '#ui/features/instance/email-hint.ts'
import { Button } from '#ui/kit/button.tsx'
import { PasswordField, TextField } from '#ui/kit/forms/text-field.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { ReceiptRest } from '#ui/kit/page/receipt-parts.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useSayWhyClaimFailed } from './claim-failure.ts'
import { ClaimLead } from './claim-lead.tsx'
import { OpenInDesktopApp } from './open-in-desktop-app.tsx'

const FORM_ID = 'claim'

/** An invalid e-mail address is left out, not refused. */
const NewcomerForm = v.object({ ...ClaimForm.entries, email: v.optional(v.string(), '') })

type ClaimForNewcomerProps = {
	token: string
	lookup: ClaimLookup
	ghostName: string
	onClaimed: (claimed: Claimed, form: ClaimForm) => void
}

export function ClaimForNewcomer({ token, lookup, ghostName, onClaimed }: ClaimForNewcomerProps) {
	const emailHint = useEmailHint()
	const claim = useClaimWithNewAccount(token)
	const sayWhyClaimFailed = useSayWhyClaimFailed(token)
	const takeBackFailure = useRef<() => void>(null)
	const form = useContractForm({
		schema: NewcomerForm,
		send: ({ email, ...form }, handlers) => {
			takeBackFailure.current?.()
			claim.mutate({ form, email }, handlers)
		},
		onSent: (claimed: Claimed, { username, password }: ClaimForm) => onClaimed(claimed, { username, password }),
		onRefused: (error) => {
			takeBackFailure.current = sayWhyClaimFailed(error)
			if (isNameTaken(error)) form.refuse('username', SEAT_TAKEN)
		},
	})

	return (
		<Page
			lead={
				<>
					<p className="mb-4 text-center text-balance text-muted">
						Backseat is where friends and family rate each other's driving. Someone who rides with you put you on it.
					</p>
					<ClaimLead lookup={lookup} ghostName={ghostName} />
				</>
			}
			actionBelow="content"
			action={
				<PendingButton type="submit" form={FORM_ID} isBlock isPending={claim.isPending}>
					{claim.isPending ? 'Creating Account...' : 'Show Me the Receipts'}
				</PendingButton>
			}
			aside={
				<>
					<LogInInstead />
					<OpenInDesktopApp token={token} />
				</>
			}
		>
			<PageTitle>You've Been Rated</PageTitle>
			<ReceiptRest>
				<ReceiptRule />
				<form id={FORM_ID} {...form.props} className="flex flex-col gap-3.5">
					<TextField label="Username" autoComplete="username" {...form.field('username')} />
					<PasswordField
						label="Password"
						autoComplete="new-password"
						hint="At least 8 characters"
						{...form.field('password')}
					/>
					<TextField
						label="Email"
						type="email"
						inputMode="email"
						autoComplete="email"
						placeholder="optional"
						hint={emailHint}
						{...form.field('email')}
					/>
				</form>
			</ReceiptRest>
		</Page>
	)
}

/** Over the page, not instead of it: the address with the claim link stays as it is. */
function LogInInstead() {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<p className="mt-5 text-center lg:mt-0">
			Already on Backseat?{' '}
			<Button variant="quiet" size="sm" onPress={() => setIsOpen(true)}>
				Log in
			</Button>
			<LogInDialog
				title="Log in"
				words="Then you can put these ratings on the account you already have."
				isOpen={isOpen}
				onOpenChange={setIsOpen}
			/>
		</p>
	)
}
