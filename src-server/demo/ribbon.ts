import { REASONS } from '#contract/reasons.ts'
import { messageInWords, t } from '#contract/text.ts'
import { SEED_MEMBERS, SEED_PASSWORD } from '#db/seed.ts'
import type { AboveApp } from '#server/http/files/ui-files.ts'
import { Html, html } from '#server/http/first-words/html.ts'
import script from './ribbon-script.js' with { type: 'text' }

/** A driver with many ratings, the maker of the ghosts, and one with a worse card. */
const WAYS_IN = ['grandma.elke', 'jonas', 'theo']

const SCRIPT = '/demo.js'

/** Stands above the app on every page of a demo; `round` changes when the demo starts again. */
export function demoRibbon(round: string): AboveApp {
	const members = SEED_MEMBERS.filter(({ username }) => WAYS_IN.includes(username)).toSorted(
		(a, b) => WAYS_IN.indexOf(a.username) - WAYS_IN.indexOf(b.username),
	)
	const ribbon = () => {
		const isOver = t('The hour is over: all of it was forgotten, and the demo starts again.')
		const isStuck = t('The car door is stuck. Is there a network? Please try again.')
		// Translators: before buttons with the names of three members
		const climbIn = t('Climb in as')
		// In English the server's own message is shown, because it is more precise.
		const isBusy = messageInWords(REASONS.busy)
		const refused = isBusy === REASONS.busy ? '' : isBusy
		return html`
		<style nonce="%NONCE%">${new Html(STYLE)}</style>
		<aside class="demo" aria-label="${t('Demo')}" data-round="${round}" data-password="${SEED_PASSWORD}" data-over="${isOver}" data-stuck="${isStuck}" data-refused="${refused}">
			<p class="demo-words">${t('A demo: forgotten at the full hour, nothing is sent.')}</p>
			<div class="demo-ways-in" hidden>
				<span aria-hidden="true">${climbIn}</span>
				${members.map(
					({ username, displayName }) => html`
						<button type="button" data-username="${username}" aria-label="${t('Climb in as {name}', { name: displayName ?? username })}">${displayName}</button>
					`,
				)}
			</div>
			<p class="demo-trouble" role="status"></p>
		</aside>
		<script src="%BASE_PATH%${SCRIPT}"></script>
	`
	}
	return {
		get html() {
			return ribbon().text
		},
		path: SCRIPT,
		script,
	}
}

/** The layers of the app's style sheet are weaker than these rules. */
const STYLE = `
.demo{--demo-ground:#ffc62b;--demo-ink:#1c1a27;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.25rem 1rem;padding:.375rem max(.75rem,env(safe-area-inset-left)) .375rem;padding-top:calc(.375rem + env(safe-area-inset-top));background:var(--demo-ground);color:var(--demo-ink);font:600 .78125rem/1.3 Figtree,"Figtree fallback",system-ui,sans-serif;text-align:center}
[data-theme=dark] .demo{--demo-ground:#3b2f0c;--demo-ink:#ffe7a3}
.demo p{margin:0;text-wrap:balance}
.demo-ways-in{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.375rem}
.demo [hidden],.demo-trouble:empty{display:none}
.demo-trouble{flex-basis:100%}
.demo button{min-height:2.5rem;padding:0 .75rem;border:2px solid;border-radius:999px;background:none;color:inherit;font:inherit;cursor:pointer}
.demo button:hover{background:var(--demo-ink);border-color:var(--demo-ink);color:var(--demo-ground)}
.demo button:focus-visible{outline:3px solid;outline-offset:2px}
.demo button[aria-disabled]{opacity:.5}
#root{min-height:calc(100dvh - var(--demo-height,2.25rem))}
.starting:not(.first-visit){height:calc(100dvh - var(--demo-height,2.25rem))}
.toast-viewport{margin-top:var(--demo-height,0)}
@media print{.demo{display:none}}
`.replaceAll('\n', '')
