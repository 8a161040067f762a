import type { Socket } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1']

export async function socketHere(port: number): Promise<Socket | null> {
	const { connect } = process.getBuiltinModule('node:net')
	for (const host of LOOPBACK) {
		const { promise, resolve } = Promise.withResolvers<boolean>()
		const connection = connect({ host, port })
		connection.once('connect', () => resolve(true)).once('error', () => resolve(false))
		if (await promise) return connection
	}
	return null
}
