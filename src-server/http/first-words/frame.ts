import type { SignedInUser } from '#contract/accounts.ts'
import { logInOrSignUp, skipToContent } from '#contract/first-words/frame.ts'
import { type Html, html } from './html.ts'

/** The header and the place of the screen. What only works with a script is a drawing, so that no tap is lost on it. */
export const frame = (screen: Html, { to, member }: { to: To; member: SignedInUser | null }): Html => html`
	<div class="first-words">
		<a href="#main" class="button button-primary sticker skip-link">${skipToContent()}</a>
		<header class="header-bar">
			<div class="header-bar-row">
				<div>
					<a href="${to('/home')}" class="home-link">
						<span class="wordmark">
							<svg class="logo" aria-hidden="true" width="44" height="27.5" viewBox="0 0 48 30"><use href="#first-paint-logo" /></svg>
							<span class="wordmark-name">Backseat</span>
						</span>
					</a>
				</div>
				<div class="header-bar-end">${member ? account(member) : visitor(to)}</div>
			</div>
		</header>
		<div class="screen-place">${screen}</div>
	</div>
`

export type To = (path: string) => string

/** Without its news, which React shows after its first commit. */
const account = (member: SignedInUser) => html`
	<span class="button button-sm button-quiet account-button">
		${avatar(member.avatarId, 'sm')}
		<span class="account-name">${member.username}</span>
		<svg width="16" height="16"></svg>
	</span>
`

const visitor = (to: To) => html`
	<div class="theme-place"><span class="icon-button"></span></div>
	<a href="${to('/auth')}" class="button button-sm button-primary sticker sticker-press log-in-link">${logInOrSignUp()}</a>
`

type AvatarLook = { isGhost?: boolean; look?: string }

/** Without the face, whose drawing is as long as three rows. */
export const avatar = (
	face: number,
	size: 'sm' | 'md' | 'lg',
	{ isGhost = false, look }: AvatarLook = {},
): Html => html`
	<span class="avatar avatar-${size}${look !== undefined && html` ${look}`}"${isGhost && html` data-ghost`} aria-hidden="true">
		<span class="avatar-face" data-face="${face}"></span>
	</span>
`
