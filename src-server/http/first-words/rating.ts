import { getUser, type VisibleUser } from '#contract/accounts.ts'
import { nameOf } from '#contract/driver-name.ts'
import { back } from '#contract/first-words/frame.ts'
import * as words from '#contract/first-words/rating.ts'
import { IMPRESSIONS, SHOWN_KEYS } from '#contract/impressions.ts'
import { plateLength } from '#look/plate-length.ts'
import { STAR_OUTLINE } from '#look/star-outline.ts'
import { avatar, type To } from './frame.ts'
import { html } from './html.ts'
import { drawnButton, page } from './page.ts'
import type { FirstScreen } from './screen.ts'

/**
 * As src-ui/features/ratings/rate/rating-screen.tsx in its first commit, with nothing chosen. Null if that has no form:
 * for a ghost who was claimed, for the driver themselves and for riders who have just rated them.
 */
export const ratingScreen: FirstScreen = ({ named, answer, member, to }) => {
	const driver = answer(getUser, { params: { id: named } })
	if (!driver || driver.claimedById !== null || driver.id === member?.id || driver.recentRating) return null
	const name = nameOf(driver)
	return page({
		look: 'page-columns page-action-below-form',
		lead: lead(driver, name, to),
		content: html`<div class="rating-fields">${stars}${SHOWN_KEYS.map(choice)}</div>`,
		aside: html`
			${words.canPromise(driver, true) && html`<p class="rating-promise">${words.promiseOf(name)}</p>`}
			<div class="who-sees-this"><span class="button button-sm button-quiet">${words.whoSeesThis()}</span></div>
		`,
		action: drawnButton(words.spill(), 'button-md button-primary button-block'),
	})
}

const lead = (driver: VisibleUser, name: string, to: To) => html`
	<div class="driver-lead">
		<a href="${to('/home')}" aria-label="${back()}" class="icon-button back-link">
			<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">
				<path d="M20 12H4.5M11 5l-7 7 7 7" />
			</svg>
		</a>
		<a href="${to(`/profile/${driver.id}`)}" aria-label="${words.profileOf(name)}" class="driver-lead-profile">
			${avatar(driver.avatarId, 'md', { isGhost: driver.isGhost, look: 'driver-lead-face' })}
			<span class="plate driver-lead-plate" data-length="${plateLength(name)}"><span class="plate-name"><bdi lang="" translate="no">${name}</bdi></span></span>
		</a>
		<h1 class="driver-heading${words.isLong(name) && ' driver-heading-long'}">${words.headingOf(name)}</h1>
	</div>
`

const star = html`<svg width="52" height="52" viewBox="0 0 24 24" class="star-shape"><use href="#first-words-star" /></svg>`

const stars = html`
	<div class="star-picker" aria-hidden="true">
		<svg width="0" height="0" class="sr-only"><path id="first-words-star" d="${STAR_OUTLINE}" /></svg>
		<div class="star-targets">${[1, 2, 3, 4, 5].map(() => html`<span class="star-target">${star}</span>`)}</div>
		<div class="star-error"></div>
	</div>
`

const choice = (key: (typeof SHOWN_KEYS)[number]) => {
	const { question, answers } = IMPRESSIONS[key]
	return html`
		<div class="choice-group">
			<span class="field-label">${question()}</span>
			<div class="choice">${answers().map((side) => html`<span class="choice-side">${side}</span>`)}</div>
		</div>
	`
}
