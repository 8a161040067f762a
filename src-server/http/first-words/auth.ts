import { passwordLabel, signUpAnyway, signUpPasswordHint, usernameLabel } from '#contract/first-words/account-form.ts'
import * as words from '#contract/first-words/auth.ts'
import { getInstance, type Instance } from '#contract/instance.ts'
import { emailField, facePicker, noHostYet, passwordField, usernameField } from './account-form.ts'
import { type Html, html } from './html.ts'
import { drawnButton, page } from './page.ts'
import type { FirstScreen } from './screen.ts'

/** As src-ui/features/sign-in/auth-screen.tsx in its first commit. Null for members, who are sent on, and where a provider comes first. */
export const authScreen: FirstScreen = ({ search, member, hasGuestRatings, answer, to }) => {
	const instance = answer(getInstance)
	const arrival = { isNew: search.get('as') === 'new', hasRating: search.has('ratingId'), hasGuestRatings }
	if (!instance || member || !instance.signIn.password) return null
	return page({
		look: 'page-columns page-action-below-content',
		lead: html`<div class="road-beside"><ul class="road-beside-signs">${words.goodFor().map(sign)}</ul></div>`,
		content: html`
			<h1>${words.title()}</h1>
			<p class="auth-words">${words.saveYourRoasts()}</p>
			${words.isSignUpFirst(arrival, instance) ? eitherTab(instance) : tabs(words.logInLabel(), logIn(instance))}
		`,
		action: html`
			<div class="auth-skip">
				<a href="${to('/home')}" class="text-link">${words.skipForNow()}</a>
				<p>${words.withoutAccount()}</p>
			</div>
		`,
	})
}

const sign = ([title, text]: readonly [string, string]) => html`
	<li class="road-beside-sign"><p class="road-beside-title">${title}</p><p class="road-beside-words">${text}</p></li>
`

/** Only the browser knows whether a member has logged in on it before: src-ui/first-paint/first-paint.js. */
const eitherTab = (instance: Instance) => html`
	<div class="for-newcomers">${tabs(words.signUpLabel(), signUp(instance))}</div>
	<div class="for-known">${tabs(words.logInLabel(), logIn(instance))}</div>
`

const tabs = (selected: string, panel: Html) => html`
	<div>
		<div class="tab-list">
			${[words.logInLabel(), words.signUpLabel()].map((tab) => html`<span class="tab"${tab === selected && html` data-selected`}>${tab}</span>`)}
		</div>
		<div class="tab-panel">${panel}</div>
	</div>
`

const signUp = (instance: Instance) =>
	instance.needsHost
		? noHostYet(drawnButton(signUpAnyway(), 'button-sm button-secondary'))
		: html`
			<div class="account-form">
				${usernameField('')}
				${passwordField(instance, signUpPasswordHint(instance))}
				${instance.mail && emailField(instance)}
				${facePicker()}
				${drawnButton(words.signUpLabel(), 'button-md button-primary button-block')}
			</div>
		`

/** The fields are drawings, so that nothing typed is lost. */
const logIn = ({ mail, signIn }: Instance) => html`
	<div class="ways-in">
		<div class="account-form">
			${[usernameLabel(), passwordLabel()].map(field)}
			${drawnButton(words.logInLabel(), 'button-md button-primary button-block')}
		</div>
		${signIn.passkeys && html`<div class="passkey-space"></div>`}
		${
			mail
				? html`<span class="button button-sm button-quiet button-block">${words.forgotPassword()}</span>`
				: html`<p class="ask-for-link">${words.askForLink()}</p>`
		}
	</div>
`

const field = (label: string) => html`
	<div class="field"><span class="field-label">${label}</span><div class="field-input"></div></div>
`
