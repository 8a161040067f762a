import { getHealth, getInstance, getReady, type Instance } from '#contract/instance.ts'
import type { Database } from '#db/database.ts'
import { isRewrittenAtNight } from '#db/file/vacuum.ts'
import { migrations } from '#db/migrations.ts'
import type { Context } from '#server/context.ts'
import { relyingParty, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { providerName } from '#server/http/addresses/provider.ts'
import { route } from '#server/http/calls/route.ts'
import { refusal } from '#server/http/problems.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { VERSION } from '#server/version.ts'

const LONGEST_DAY_MS = 26 * 3_600_000

type InstanceParts = {
	instanceId: string | undefined
	eveningAfter: (now: Date, timeZone: string) => Date
}

export function instanceFeature(
	{ db, config, queries, limits, clock, isDesktop }: Context,
	{ instanceId, eveningAfter }: InstanceParts,
) {
	let evening = new Date(0)
	/** Computed again once it is over, or if the clock was set back. */
	const nextEvening = (): Date => {
		const now = clock.now()
		const left = evening.getTime() - now.getTime()
		if (left <= 0 || left > LONGEST_DAY_MS) evening = eveningAfter(now, timeZoneOf(config))
		return evening
	}
	let wasReady = false
	const provider = providerName(config)
	// A demo has no host, because its visitors share the members.
	const needsHost = isDesktop || config.isDemo ? () => false : keptUntilWritten(db, () => !queries.hosts.hasHost())
	const publicKey = keptUntilWritten(db, () => {
		const key = config.pushContact === null ? undefined : queries.push.pushKey()
		return key ? { publicKey: base64url(key.publicKey) } : null
	})
	const about = (): Omit<Instance, 'signIn'> => ({
		product: 'Backseat',
		version: VERSION,
		publicUrl: sharedAddress(config),
		signup: config.signup,
		analytics: config.posthogKey !== null,
		mail: config.smtpUrl !== null && config.smtpFrom !== null && sharedAddress(config) !== null,
		needsHost: needsHost(),
		tracesStayUntilNight: isRewrittenAtNight(db),
		eveningPost: nextEvening().toISOString(),
		push: publicKey(),
		...(instanceId === undefined ? {} : { instanceId }),
	})
	return {
		about,
		routes: [
			route(getInstance, ({ requestOrigin, proxyUser, isDesktopWindow }) => ({
				...about(),
				signIn: {
					passkeys: relyingParty(config, requestOrigin) !== null,
					oidc: provider === null ? null : { name: provider },
					password: config.passwordLogin || isDesktopWindow,
					proxy: proxyUser === null ? null : { name: proxyUser, logOutUrl: config.proxyLogoutUrl },
				},
			})),
			route(getHealth, () => ({ status: 'ok' as const, version: VERSION })),
			route(getReady, () => {
				// The check writes and may wait for another write, so requests over the limit get the last result.
				if (limits.readyChecks.allows('all')) wasReady = isReady()
				if (!wasReady) throw notReady()
				return { status: 'ready' as const }
			}),
		],
	}

	function isReady(): boolean {
		try {
			// Skips the check during a long write on another thread, which ends soon.
			if (!db.turns.areTaken()) queries.instance.tryToWrite()
			return queries.instance.schemaVersion() === migrations.length
		} catch {
			return false
		}
	}
}

/** Caches until the next write by any process. Call after `readTogether`. */
function keptUntilWritten<T>({ generation }: Pick<Database, 'generation'>, look: () => T): () => T {
	let seen: { generation: number; found: T } | null = null
	return () => {
		const now = generation()
		if (seen?.generation !== now) seen = { generation: now, found: look() }
		return seen.found
	}
}

const base64url = (bytes: Uint8Array) => new Uint8Array(bytes).toBase64({ alphabet: 'base64url', omitPadding: true })

const notReady = () =>
	refusal({
		status: 503,
		reason: 'not_ready',
		retryAfterSeconds: 1,
	})
