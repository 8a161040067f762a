import { type Start, spawn } from './server-process.ts'

export const SECRET = 'A-secret_of-the-desktop-app-that-nobody-knows'
export const launchLine = (special: object = {}) => `${JSON.stringify({ secret: SECRET, port: 0, ...special })}\n`

export const withSecret = { Cookie: `theme=dark; backseat_desktop=${SECRET}` }

export type DesktopServer = ReturnType<typeof spawn> & {
	origin: string
	ready: { ready: true; address: string; lanAddress: string | null; version: string }
}

export async function startDesktopServer({ flags = [], ...start }: Start): Promise<DesktopServer> {
	const server = spawn({ input: launchLine(), ...start, flags: ['serve', '--desktop', ...flags] })
	await server.says('\n')
	const ready: DesktopServer['ready'] = JSON.parse(server.output.stdout)
	return { ...server, ready, origin: ready.address.replace(/\/$/, '') }
}
