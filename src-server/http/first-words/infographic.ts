import { getUser, type VisibleUser } from '#contract/accounts.ts'
import { DRIVER_KINDS, type DriverKind, kindLabel } from '#contract/driver-kinds.ts'
import { nameOf } from '#contract/driver-name.ts'
import * as words from '#contract/first-words/card.ts'
import { getRated } from '#contract/first-words/frame.ts'
import { jokeOf } from '#contract/first-words/unrated-jokes.ts'
import { listRatingsOfDriver } from '#contract/ratings.ts'
import { type DriverStats, getStats, NEWEST_RIDES } from '#contract/stats.ts'
import { figure } from '#contract/text.ts'
import { avatar, type To } from './frame.ts'
import { html } from './html.ts'
import { drawnButton, linkButton, page } from './page.ts'
import { RULE, receiptRest, receiptStart } from './receipt.ts'
import type { FirstScreen } from './screen.ts'

const LOOK = 'page-columns page-action-below-lead'

/** As src-ui/features/stats/stats-card-screen.tsx. A member may open their own card without its number. */
export const cardScreen: FirstScreen = ({ answer, member, named, to }) => {
	const id = named === 'me' ? `${member?.id}` : named
	const driver = answer(getUser, { params: { id } })
	const stats = answer(getStats, { params: { id } })
	if (!driver || !stats || driver.claimedById !== null) return null
	const newest = answer(listRatingsOfDriver, { params: { id }, query: { limit: NEWEST_RIDES } }) ?? []
	const isOwn = member?.id === driver.id
	return stats.totalRides === 0
		? page({
				look: LOOK,
				lead: receiptStart(html`${head(driver)}${stamp(stats.kind)}`, 'receipt-torn-both'),
				content: unrated(driver, isOwn),
				action: html`
					${
						isOwn
							? drawnButton(words.shareLink(), 'button-md button-primary button-block', 20)
							: linkButton(words.beFirstToRate(), to(`/rating/${driver.id}`), 'button-md button-primary button-block')
					}
					${backHome(to)}
				`,
			})
		: page({
				look: LOOK,
				lead: receiptStart(summary(driver, stats), 'receipt-torn-both'),
				content: figures(
					stats,
					newest.map(({ starRating }) => starRating),
				),
				action: isOwn ? ownActions(to) : actions(driver, to),
			})
}

function head(driver: VisibleUser) {
	const byline = words.bylineOf(driver)
	return html`
		<div class="card-head">
			${avatar(driver.avatarId, 'lg', { isGhost: driver.isGhost })}
			<h1>${nameOf(driver)}</h1>
			${byline && html`<p class="card-byline">${byline}</p>`}
		</div>
	`
}

const summary = (driver: VisibleUser, stats: DriverStats) => html`
	${head(driver)}
	<p class="card-rides">${words.ridesRated(stats.totalRides)}</p>
	<p class="card-stars">
		<span class="star-value">${figure(stats.averageStar, 1)}<i class="first-star"></i></span>
		<span class="sr-only">${words.onAverage()}</span>
	</p>
	${stamp(stats.kind)}
`

function stamp(kind: DriverKind) {
	const { name, line } = DRIVER_KINDS[kind]
	return html`
		<div class="kind-stamp-place">
			<div class="kind-stamp">
				<span class="kind-mark"><svg viewBox="0 0 64 64" width="100%" height="100%"></svg></span>
				<div class="min-w-0">
					<p class="kind-name"><span class="sr-only">${kindLabel()}</span>${name()}</p>
					<p class="kind-line">${line()}</p>
				</div>
			</div>
		</div>
	`
}

function figures(stats: DriverStats, newest: readonly number[]) {
	const { knownFor, stillLearning } = words.reputation(stats)
	return receiptRest(html`
		<div class="stars-at-a-glance">
			<ul aria-label="${words.starsSpread()}" class="star-spread">${words.spreadOf(stats).map(spreadRow)}</ul>
			${rideStrip(Math.min(stats.totalRides, NEWEST_RIDES), newest)}
		</div>
		${RULE}
		<div class="card-shares">${words.sharesOf(stats).map(share)}</div>
		${RULE}
		<dl class="receipt-lines">
			${line(words.knownForLabel(), knownFor)}
			${line(words.stillLearningLabel(), stillLearning)}
		</dl>
		${RULE}
		${foot()}
	`)
}

const spreadRow = ({ star, count, others }: ReturnType<typeof words.spreadOf>[number]) => html`
	<li>
		<span class="sr-only">${words.starsInWords(star)}: ${count}</span>
		<span aria-hidden="true" class="star-spread-row">
			<span class="star-spread-star">${star}<i class="first-star"></i></span>
			<span class="star-spread-bar"${count === 0 && html` data-empty`}>
				<i></i>${bar((100 * count) / Math.max(count + others, 1), '#ffc62b')}
			</span>
			<span class="star-spread-count">${count}</span>
		</span>
	</li>
`

/** Widths cannot be in the style, which the security policy forbids in the page. */
const bar = (percent: number, colour: string, ground = 'none') => html`
	<svg width="100%" height="100%">
		<rect width="100%" height="100%" fill="${ground}"/><rect width="${percent}%" height="100%" fill="${colour}"/>
	</svg>
`

const rideStrip = (rides: number, newest: readonly number[]) => html`
	<div class="ride-strip">
		<p class="ride-strip-caption" aria-hidden="true">
			<span>${words.lastRides(rides)}</span>
			${rides > 1 && html`<span class="text-muted">${words.newestOnTheRight()}</span>`}
		</p>
		<ol class="ride-strip-rides">
			${Array.from({ length: NEWEST_RIDES - newest.length }, () => html`<li aria-hidden="true" class="ride-strip-none"></li>`)}
			${newest.toReversed().map(
				(star) => html`
					<li>
						<span class="sr-only">${words.starsInWords(star)}</span>
						<span aria-hidden="true" class="ride-strip-bar" data-stars="${star}"></span>
						<span aria-hidden="true">${star}</span>
					</li>
				`,
			)}
		</ol>
	</div>
`

const share = ({ good, bad, percent }: ReturnType<typeof words.sharesOf>[number]) => html`
	<div class="two-colours">
		<div class="receipt-line">
			<span>${good}</span>
			<span aria-hidden="true" class="receipt-leader"></span>
			<span class="text-muted">${bad}</span>
		</div>
		<div aria-hidden="true" class="two-colour-bar">${bar(percent, '#19b38a', '#f2495c')}</div>
	</div>
`

const line = (label: string, value: string) => html`
	<div class="receipt-line">
		<dt>${label}</dt>
		<span aria-hidden="true" class="receipt-leader"></span>
		<dd>${value}</dd>
	</div>
`

const foot = () => html`<p class="card-foot">${words.generatedBy()}</p><svg class="barcode"></svg>`

const unrated = (driver: VisibleUser, isOwn: boolean) =>
	receiptRest(html`
		<div class="card-unrated">
			<div class="star-row">${[1, 2, 3, 4, 5].map(() => html`<svg width="28" height="28"></svg>`)}</div>
			<p class="card-joke">${jokeOf(driver)}</p>
			<p>${words.notRatedYet()}</p>
		</div>
		${isOwn && html`${RULE}${drawnButton(getRated(), 'button-md button-secondary button-block', 20)}`}
		${RULE}
		${foot()}
	`)

const actions = (driver: VisibleUser, to: To) => html`
	<div class="card-buttons">
		${linkButton(words.rateLabel(), to(`/rating/${driver.id}`), 'button-md button-primary')}
		${drawnButton(words.shareLabel(), 'button-md button-secondary button-block', 20)}
	</div>
	${linkButton(words.backHome(), to('/home'), 'button-sm button-secondary button-block')}
`

const ownActions = (to: To) => html`
	<div class="button-pair">
		${backHome(to)}
		${drawnButton(words.shareLabel(), 'button-md button-primary button-block', 20)}
	</div>
`

const backHome = (to: To) => linkButton(words.backHome(), to('/home'), 'button-md button-secondary button-block')
