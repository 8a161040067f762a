import { type FormEvent, useRef, useState } from 'react'
import { type Claimed, ClaimForm, type ClaimLookup } from '#contract/claims.ts'
import { LogInDialog } from '#ui/features/accounts/auth/log-in-dialog.tsx'
import { isNameTaken, SEAT_TAKEN } from '#ui/features/accounts/sign-up/sign-up-failure.ts'
import { useClaimWithNewAccount } from '#ui/features/claims/claims.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { PasswordField } from '#ui/kit/forms/password-field.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { typedValues, useFormCheck } from '#ui/platform/form-check.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useFormUnderway } from '#ui/platform/underway.ts'
import { useSayWhyClaimFailed } from './claim-failure.ts'
import { ClaimReceipt } from './claim-receipt.tsx'
import { OpenInDesktopApp } from './open-in-desktop-app.tsx'

const FORM_ID = 'claim'

type ClaimForNewcomerProps = {
	token: string
	lookup: ClaimLookup
	ghostName: string
	onClaimed: (claimed: Claimed, form: ClaimForm) => void
}

export function ClaimForNewcomer({ token, lookup, ghostName, onClaimed }: ClaimForNewcomerProps) {
	const { errors, check, forget, refuse } = useFormCheck(ClaimForm)
	const claim = useClaimWithNewAccount(token)
	const sayWhyClaimFailed = useSayWhyClaimFailed(token)
	const isUnderway = useFormUnderway()
	const takeBackFailure = useRef<() => void>(null)

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const element = event.currentTarget
		const form = check(element)
		if (!form || isUnderway()) return
		takeBackFailure.current?.()
		const { email = '' } = typedValues(element)
		claim.mutate(
			{ form, email },
			{
				onSuccess: (claimed) => onClaimed(claimed, form),
				onError: (error) => {
					takeBackFailure.current = sayWhyClaimFailed(error)
					if (isNameTaken(error)) refuse(element, 'username', SEAT_TAKEN)
				},
			},
		)
	}

	return (
		<Page
			action={
				<Button type="submit" form={FORM_ID} isBlock isPending={claim.isPending}>
					{claim.isPending ? 'Creating Account...' : 'Show Me the Receipts'}
				</Button>
			}
			footnote={<OpenInDesktopApp token={token} />}
		>
			<PageTitle>You've Been Rated</PageTitle>
			<h1 className="mb-6 text-center">You've Been Rated</h1>
			<ClaimReceipt lookup={lookup} ghostName={ghostName}>
				<form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
					<TextField
						label="Username"
						name="username"
						autoComplete="username"
						onChange={() => forget('username')}
						error={errors.username}
					/>
					<PasswordField
						label="Password"
						name="password"
						autoComplete="new-password"
						onChange={() => forget('password')}
						error={errors.password}
					/>
					<TextField
						label="Email"
						name="email"
						type="email"
						inputMode="email"
						autoComplete="email"
						placeholder="optional"
						hint="For password recovery"
					/>
				</form>
			</ClaimReceipt>
			<LogInInstead />
		</Page>
	)
}

/** Over the page, not instead of it: the claim link stays where it is, and nobody is sent around with it. */
function LogInInstead() {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<p className="mt-5 text-center">
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
