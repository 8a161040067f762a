import { openLiveStream } from '#contract/live.ts'
import { route } from '#server/http/calls/route.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import { notSignedIn } from '#server/http/problems.ts'
import type { LiveStreams } from './live-streams.ts'

export const liveRoutes = ({ live, identity }: { live: LiveStreams; identity: Identity }) => [
	route(openLiveStream, ({ me, request, setHeader }) => {
		const tokenHash = identity.sessionOf(request)
		if (tokenHash === null) throw notSignedIn()
		// nginx collects what comes in small pieces, unless it is told not to.
		setHeader('X-Accel-Buffering', 'no')
		// Elysia answers HEAD with the headers of GET, and reads its body to the end.
		if (request.method === 'HEAD') return new Blob().stream()
		return live.open({ userId: me, tokenHash })
	}),
]
