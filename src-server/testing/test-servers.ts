import { afterEach } from 'bun:test'
import { startDesktopServer } from './desktop-process.ts'
import { freshFolder, type Start, startServer } from './server-process.ts'

/** Starts servers that end with the test that started them; each test file has its own. */
export function testServers() {
	const running: { end(): Promise<unknown> }[] = []
	afterEach(async () => {
		for (const server of running.splice(0)) await server.end()
	})
	function endLater<Server extends { end(): Promise<unknown> }>(server: Server): Server {
		running.push(server)
		return server
	}
	/** Uses a fresh data folder unless one is given. */
	const inFolder = ({ dataDir = freshFolder(), flags = [], ...start }: TestStart) => ({
		...start,
		flags: ['--data-dir', dataDir, ...flags],
	})
	return {
		endLater,
		start: async (start: TestStart = {}) => endLater(await startServer(inFolder(start))),
		startDesktop: async (start: TestStart = {}) => endLater(await startDesktopServer(inFolder(start))),
	}
}

type TestStart = Start & { dataDir?: string }
