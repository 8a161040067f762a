import * as words from '#contract/first-words/account-form.ts'
import type { Instance } from '#contract/instance.ts'
import { avatar } from './frame.ts'
import { type Html, html } from './html.ts'

/* The fields of a new account. They are drawings, so that nothing typed or focused is lost when React replaces them. */

const field = (label: string, { value = '', placeholder = '', hint = '' }): Html => html`
	<div class="field">
		<span class="field-label">${label}</span>
		<div class="field-input flex items-center"${value && html` dir="ltr"`}>${placeholder && html`<span class="text-muted">${placeholder}</span>`}${value}</div>
		${hint && html`<span class="field-hint">${hint}</span>`}
	</div>
`

export const usernameField = (username: string): Html => field(words.usernameLabel(), { value: username })

/** Null where neither passwords nor passkeys open an account: the notice there is the browser's. */
export function passwordField(
	{ signIn: { password, passkeys } }: Instance,
	hint = words.newPasswordHint(),
): Html | null {
	if (!password && !passkeys) return null
	return html`
		<div class="password-or-none">
			${password ? field(words.passwordLabel(), { hint }) : html`<p class="text-muted">${words.phoneRemembers()}</p>`}
			${password && passkeys && html`<span class="button button-sm button-quiet password-instead">${words.withoutPassword()}</span>`}
		</div>
	`
}

const FACES = [1, 2, 3, 4, 5]

/** A sign-up omits `chosen`, because it begins with a random face. */
export const facePicker = (chosen?: number): Html => html`
	<div class="field">
		<span class="field-label">${words.faceLabel()}</span>
		<div class="face-choices">
			${FACES.map((face) => html`<span class="face-choice"${face === chosen && html` data-selected`}>${avatar(face, 'md')}</span>`)}
		</div>
	</div>
`

export const emailField = (instance: Instance): Html =>
	field(words.emailLabel(), { placeholder: words.optional(), hint: words.emailHintOf(instance) })

export const noHostYet = (action: Html | null = null): Html => html`
	<div data-tone="info" class="notice">
		<svg width="34" height="34"></svg>
		<div class="notice-text">
			<div class="notice-said">${words.nobodyIsHost()}</div>
			${action && html`<div class="mt-2">${action}</div>`}
		</div>
	</div>
`
