import type { SignedInUser } from '#contract/accounts.ts'
import { nameOf } from '#contract/driver-name.ts'
import * as words from '#contract/first-words/home.ts'
import { getHome, type Home, type HomeDriver } from '#contract/home.ts'
import { figure } from '#contract/text.ts'
import { avatar, type To } from './frame.ts'
import { html } from './html.ts'
import type { FirstScreen } from './screen.ts'

/** As many rows as a high screen shows. */
const ROWS_MAX = 12

/** As src-ui/features/home/home-screen.tsx in its first commit. */
export const homeScreen: FirstScreen = ({ answer, member, hasGuestRatings, to }) => {
	const home = answer(getHome)
	if (!home) return null
	const { drivers, rated = [] } = home
	return html`
		<main id="main" tabindex="-1" class="page ${words.isGrid(home) ? 'page-cards page-columns' : 'page-narrow'}">
			<div class="page-content">
				<div class="home">
					${!words.isPopupDue(member) && noticeSpace(home, member)}
					${member && ownRow(member, home, to)}
					<h1>${words.title()}</h1>
					${words.isSearched(home) && html`<div class="home-search"></div>`}
					<div class="home-list">
						${drivers.length > 0 && rated.length > 0 && html`<h2>${words.youRated()}</h2>${list(rated, to)}`}
						${
							drivers.length > 0
								? list(drivers, to, { isRemovable: member !== null, isSmall: rated.length > 0 })
								: html`<p class="home-empty">${words.nobodyInWords(member === null)}</p>`
						}
					</div>
					<div class="home-rest">
						${!member && html`<p class="home-words">${words.logInToSave()}</p>`}
						${!member && hasGuestRatings && html`<a href="${to('/verdicts')}" class="text-link home-verdicts">${words.myVerdicts()}</a>`}
					</div>
				</div>
			</div>
			<div class="page-action"><div class="page-action-buttons">${actions(member, to)}</div></div>
		</main>
	`
}

function noticeSpace(home: Home, member: SignedInUser | null) {
	const space = words.noticeSpaceOf(home)
	// Shown where this browser has a notice of its own: first-paint/first-paint.js.
	if (space === 'none')
		return html`<div class="home-top" data-own="${member ? 'member' : 'visitor'}"><div class="notice-space"></div></div>`
	return html`<div class="home-top"><div class="notice-space" data-space="${space}"></div></div>`
}

const ownRow = (member: SignedInUser, { me }: Home, to: To) => html`
	<a href="${to(`/profile/${member.id}`)}" class="own-row">
		${avatar(member.avatarId, 'md')}
		<span class="row-words">
			<span class="own-name"><span class="sr-only">${words.yourProfile()}</span>${nameOf(member)}</span>
			<span class="own-summary">${summary(words.ownSummaryOf(me))}</span>
		</span>
		${words.unseenInWords(me) !== '' && html`<span class="new-count">${words.unseenInWords(me)}</span>`}
	</a>
`

type RowLook = { isRemovable?: boolean; isSmall?: boolean }

const list = (drivers: HomeDriver[], to: To, look: RowLook = {}) => html`
	<ul class="driver-rows">${drivers.slice(0, ROWS_MAX).map((driver) => row(driver, to, look))}</ul>
`

const row = (driver: HomeDriver, to: To, { isRemovable = false, isSmall = false }: RowLook) => html`
	<li class="driver">
		<a href="${to(`/rating/${driver.id}`)}" class="driver-link sticker sticker-press"${isRemovable && html` data-removable`}${isSmall && html` data-small`}>
			${avatar(driver.avatarId, isSmall ? 'sm' : 'md', { isGhost: words.isUnclaimedGhost(driver) })}
			<span class="row-words">
				<span class="driver-name">${nameOf(driver)}</span>
				<span class="driver-summary">${summary(words.summaryOf(driver))}</span>
			</span>
		</a>
	</li>
`

const summary = ({ stars, words: after }: words.Summary) => html`
	${stars !== null && html`<span class="star-value">${figure(stars, 1)}<i class="first-star"></i></span>`}${after}
`

function actions(member: SignedInUser | null, to: To) {
	if (!member) return button(words.logInToAdd(), to('/auth'), 'button-primary button-block')
	return html`
		<div class="home-buttons">
			${button(words.addDriver(), to('/add-driver'), 'button-primary')}
			${button(words.roadTrip(), to('/trip/new'), 'button-secondary')}
		</div>
	`
}

const button = (text: string, href: string, look: string) =>
	html`<a href="${href}" class="button button-md ${look} sticker sticker-press">${text}</a>`
