import type { SignedInUser } from '#contract/accounts.ts'
import { type ClaimLookup, lookUpClaim } from '#contract/claims.ts'
import * as words from '#contract/first-words/claim.ts'
import { getInstance, type Instance } from '#contract/instance.ts'
import { emailField, facePicker, noHostYet, passwordField, usernameField } from './account-form.ts'
import { avatar } from './frame.ts'
import { type Html, html } from './html.ts'
import { drawnButton, page } from './page.ts'
import { receiptRest, receiptStart } from './receipt.ts'
import type { FirstScreen } from './screen.ts'

/** As src-ui/features/claims/claim/claim-forms.tsx. Pages carry no refusals, so a used link has no first words. */
export const claimScreen: FirstScreen = ({ answer, member, named }) => {
	const lookup = answer(lookUpClaim, { params: { token: named } })
	const instance = answer(getInstance)
	if (!lookup || !instance) return null
	return member ? forMember(lookup, member) : forNewcomer(lookup, instance)
}

const LOOK = 'page-columns page-action-below-content'

function forNewcomer(lookup: ClaimLookup, instance: Instance) {
	const password = passwordField(instance)
	if (!password) return null
	return page({
		look: LOOK,
		lead: html`
			<p class="claim-introduction">${words.introduction()}</p>
			${lead(lookup, instance.needsHost && noHostYet())}
		`,
		content: receiptRest(html`
			<div class="claim-form">
				<p>${words.makeUpAName()}</p>
				${usernameField(lookup.proposedUsername ?? '')}
				${password}
				${facePicker(lookup.ghostDriver.avatarId)}
				${emailField(instance)}
			</div>
		`),
		action: drawnButton(words.showReceipts(), 'button-md button-primary button-block'),
		aside: html`
			<p class="claim-log-in">
				${words.alreadyHere()} <span class="button button-sm button-quiet">${words.logInLabel()}</span>
			</p>
		`,
	})
}

function forMember(lookup: ClaimLookup, { username, avatarId }: SignedInUser) {
	const { before, bold, after } = words.ridingAs(username)
	return page({
		look: LOOK,
		lead: lead(lookup),
		content: receiptRest(html`
			<div class="claim-member">
				${avatar(avatarId, 'md')}
				<p>${before}<strong>${bold}</strong>${after}</p>
			</div>
			<ul class="claim-terms">${words.termsOf(words.ghostNameOf(lookup)).map((term) => html`<li>${term}</li>`)}</ul>
		`),
		action: html`
			${drawnButton(words.claimThese(), 'button-md button-primary button-block')}
			<span class="button button-sm button-quiet button-block wrap-anywhere">${words.notYou(username)}</span>
		`,
		aside: html``,
	})
}

function lead(lookup: ClaimLookup, note: Html | false = false) {
	const { before, bold, after } = words.waitingInWords(lookup)
	return html`
		<h1 class="claim-title">${words.title()}</h1>
		${receiptStart(
			html`
				<div class="claim-ghost">
					${avatar(lookup.ghostDriver.avatarId, 'lg', { isGhost: true })}
					<p class="claim-name"><bdi lang="" translate="no">${words.ghostNameOf(lookup)}</bdi></p>
					<p class="claim-waiting">${before}<strong>${bold}</strong>${after}</p>
				</div>
				${note && html`<div class="claim-note">${note}</div>`}
			`,
			'receipt-torn-bottom',
		)}
	`
}
