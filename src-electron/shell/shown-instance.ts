import { t } from '#contract/text.ts'
import type { Desktop } from '#desktop/desktop.ts'
import { type DeepLink, isEncrypted, parseDeepLink } from '#desktop/links/deep-link.ts'
import { type Candidate, candidatesIn } from '#desktop/links/friend-address.ts'
import type { InstanceCheck } from '#desktop/links/instance-check.ts'
import type { ServerState } from '#desktop/server/supervisor.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import { type ActionOutcome, done, failed, type ShellState } from './bridge.ts'

const FRIENDS_MAX = 5

export function createShownInstance(dependencies: {
	settings: SettingsFile
	desktop: Desktop
	check(candidates: Candidate[]): Promise<InstanceCheck>
	ownServer(): ServerState
	publishState(): void
	open(path: string): Promise<void>
	showOwnWindow(): void
}) {
	const { settings, desktop, publishState } = dependencies
	let claim: DeepLink | null = null

	return {
		claim: (): ShellState['claim'] => claim && { server: claim.server, isEncrypted: isEncrypted(claim.server) },

		showOwn(): ActionOutcome {
			settings.change({ friend: null })
			publishState()
			desktop.closePage('ride-along')
			desktop.closePage('away')
			dependencies.showOwnWindow()
			return done
		},

		async showFriend(text: string): Promise<ActionOutcome> {
			if (parseDeepLink(text.trim())) {
				openLink(text.trim())
				return done
			}
			const found = await find(candidatesIn(text))
			if (!found.ok) return failed(found.message)
			await show(found.base, found.path)
			desktop.closePage('ride-along')
			return done
		},

		openLink,

		async confirmClaim(server: string): Promise<ActionOutcome> {
			if (!claim) return failed(t('This link is not one of ours.'))
			if (claim.server !== server) return failed(t('Another link has come in. Read its address, then choose again.'))
			const asked = claim
			const found = await find([{ base: asked.server, path: `claim/${asked.token}` }])
			if (!found.ok) return failed(found.message)
			if (claim === asked) claim = null
			await show(found.base, found.path)
			desktop.closePage('claim-link')
			return done
		},
	}

	/** A link from outside the app never acts before the user has seen which server it names. */
	function openLink(text: string) {
		claim = parseDeepLink(text)
		publishState()
		desktop.showPage('claim-link')
	}

	function isOwn(base: string): boolean {
		const own = dependencies.ownServer()
		return own.kind === 'running' && (base === own.address || base === own.lanAddress)
	}

	/** This computer's own server answers only its window and needs no check. */
	async function find(
		candidates: Candidate[],
	): Promise<{ ok: true; base: string; path: string } | { ok: false; message: string }> {
		const own = candidates.find(({ base }) => isOwn(base))
		return own ? { ok: true, ...own } : await dependencies.check(candidates)
	}

	async function show(base: string, path: string) {
		const others = settings.current().friends.filter((address) => address !== base)
		settings.change(isOwn(base) ? { friend: null } : { friend: base, friends: [base, ...others].slice(0, FRIENDS_MAX) })
		publishState()
		await dependencies.open(path)
	}
}
