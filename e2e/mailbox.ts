import { createServer, type Socket } from 'node:net'
import { expect } from './people.ts'

/** A mail server that accepts everything and brings nothing anywhere. */
export type Mailbox = {
	/** For --smtp-url. */
	smtpUrl: string
	/** The newest letter to this address, as it travelled; waits until there is one. */
	letterTo(address: string): Promise<string>
	/** All that have come so far, to anybody. */
	count(): number
	close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
	const letters: { to: string; text: string }[] = []
	const server = createServer((socket) => receive(socket, letters))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const place = server.address()
	if (place === null || typeof place === 'string') throw new Error('The mailbox has no port')
	return {
		smtpUrl: `smtp://127.0.0.1:${place.port}`,
		async letterTo(address) {
			const newest = () => letters.findLast(({ to }) => to.includes(address))?.text
			await expect.poll(newest, `a letter to ${address}`).toBeDefined()
			// Undo what mail does to long lines.
			return (newest() ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
		},
		count: () => letters.length,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}
}

/** As much of SMTP as a client needs to hand over letters. */
function receive(socket: Socket, letters: { to: string; text: string }[]) {
	let to = ''
	let text: string | null = null
	let waiting = ''
	const say = (line: string) => socket.write(`${line}\r\n`)
	const hear = (line: string) => {
		if (text !== null && line === '.') {
			letters.push({ to, text })
			text = null
			return say('250 Thank you')
		}
		if (text !== null) {
			text += `${line}\r\n`
			return
		}
		const verb = line.slice(0, 4).toUpperCase()
		if (verb === 'RCPT') to = line
		if (verb === 'DATA') text = ''
		if (verb === 'QUIT') return socket.end('221 Bye\r\n')
		say(verb === 'DATA' ? '354 Go on' : '250 Fine')
	}
	socket.on('error', () => undefined)
	socket.on('data', (said) => {
		const lines = (waiting + said.toString()).split('\r\n')
		waiting = lines.pop() ?? ''
		for (const line of lines) hear(line)
	})
	say('220 Mailbox')
}
