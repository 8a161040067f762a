import { superviseServer } from '#desktop/server/supervisor.ts'

// A shell without windows, for a test to kill. Takes the binary, data folder and secret as arguments.

// The Node of a build machine may be older than Electron's.
Promise.withResolvers ??= withResolvers

const [binary = '', dataDir = '', secret = ''] = process.argv.slice(2)
const port = { read: () => null, remember: () => {} }
const onState = (state: object) => void process.stdout.write(`${JSON.stringify(state)}\n`)
void superviseServer({ binary, dataDir, secret, port, isLan: () => false, onState }).start()

function withResolvers<T>(): PromiseWithResolvers<T> {
	let resolve: PromiseWithResolvers<T>['resolve'] = () => {}
	let reject: PromiseWithResolvers<T>['reject'] = () => {}
	const promise = new Promise<T>((onValue, onError) => {
		resolve = onValue
		reject = onError
	})
	return { promise, resolve, reject }
}
