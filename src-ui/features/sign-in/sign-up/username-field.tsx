import { useId, useRef } from 'react'
import { usernameLabel } from '#contract/first-words/account-form.ts'
import { codeOf, hiddenCharacter, unwrapped } from '#contract/hidden-characters.ts'
import { t } from '#contract/text.ts'
import { proposedUsername, signNotAllowed } from '#contract/username-proposals.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import type { FieldProps } from '#ui/platform/contract-form.ts'

type UsernameFieldProps = {
	value: string
	/** From `form.field('username', …)`. */
	field: FieldProps<string>
	/** Lowercase names that the server refused as taken. */
	taken: ReadonlySet<string>
}

/** Names a forbidden character as soon as it is typed and suggests a valid name. */
export function UsernameField({ value, field, taken }: UsernameFieldProps) {
	const whole = useRef<HTMLDivElement>(null)
	const wordsId = useId()
	const typed = unwrapped(value)
	const sign = signNotAllowed(typed)
	const isTaken = (name: string) => taken.has(name.toLowerCase())
	const proposal = sign !== null || isTaken(typed) ? proposedUsername(typed, isTaken) : null
	const take = (username: string) => {
		field.onChange(username)
		// The pressed button disappears, so the focus moves to the input.
		whole.current?.querySelector('input')?.focus()
	}
	return (
		<div ref={whole} className="field">
			<TextField label={usernameLabel()} autoComplete="username" value={value} aria-describedby={wordsId} {...field} />
			<p id={wordsId} role="status" className="text-sm text-pretty empty:hidden">
				{sign === null ? null : whyNot(sign, proposal !== null)}
			</p>
			{proposal ? (
				<Button variant="secondary" size="sm" className="self-start wrap-anywhere" onPress={() => take(proposal)}>
					{/* Translators: a button: take the username that is proposed */}
					{t('Take {username}', { username: proposal })}
				</Button>
			) : null}
		</div>
	)
}

function whyNot(sign: string, hasProposal: boolean): string {
	const words = notAllowed(sign)
	// Translators: after '“ü” cannot be in a username.': these can
	return hasProposal ? words : `${words} ${t('The letters a to z, numbers, dots, dashes and underscores can.')}`
}

function notAllowed(sign: string): string {
	if (/\s/.test(sign)) return t('A space cannot be in a username.')
	if (hiddenCharacter(sign) === null) return t('“{sign}” cannot be in a username.', { sign })
	// Translators: '{code}' is the code of a hidden character, such as U+200B
	return t('{code} cannot be in a username.', { code: codeOf(sign) })
}
