import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A received message: the addresses of the envelope, and the text between DATA and the dot. */
export type ReceivedMessage = { from: string; to: string; data: string }

/**
 * Accepts messages, never answers, refuses the recipient and repeats the address in its reply, or sends a very long
 * greeting.
 */
export type MailServerBehaviour = 'accepting' | 'silent' | 'refusing' | 'talkative'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A real mail server on this machine, with the commands that one message needs. */
export async function startMailServer(behaviour: MailServerBehaviour = 'accepting', host = '127.0.0.1') {
	const greetings: string[] = []
	const messages: ReceivedMessage[] = []
	const sockets = new Set<Socket>()
	const state = { connections: 0 }
	const server = createServer((socket) => {
		state.connections++
		sockets.add(socket)
		socket.on('close', () => sockets.delete(socket))
		socket.on('error', () => {})
		if (behaviour !== 'silent')
			serve(socket, behaviour, {
				greeted: (line) => greetings.push(line),
				arrived: (message) => messages.push(message),
			})
	})
	await new Promise<void>((resolve) => server.listen(0, host, resolve))
	const { port } = server.address() as AddressInfo

	const until = async (isThere: () => boolean) => {
		while (!isThere()) await Bun.sleep(5)
	}
	return {
		port,
		url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
		messages,
		/** The first lines of clients: 'EHLO rides.example.org'. */
		greetings,
		received: (count: number) => until(() => messages.length >= count),
		connected: (count: number) => until(() => state.connections >= count),
		connections: () => state.connections,
		close: () => {
			for (const socket of sockets) socket.destroy()
			server.close()
		},
	}
}

type Heard = { greeted(line: string): void; arrived(message: ReceivedMessage): void }

function serve(socket: Socket, behaviour: MailServerBehaviour, { greeted, arrived }: Heard) {
	const say = (line: string) => socket.write(`${line}\r\n`)
	let unread = ''
	let message: ReceivedMessage | null = null
	let isData = false
	socket.setEncoding('utf8')
	socket.on('data', (chunk: string) => {
		unread += chunk
		for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
			const line = unread.slice(0, end)
			unread = unread.slice(end + 2)
			hear(line)
		}
	})
	say(`220 mail.test ready${behaviour === 'talkative' ? 'y'.repeat(500_000) : ''}`)

	function hear(line: string) {
		if (isData && message) {
			if (line !== '.') {
				message.data += `${line}\n`
				return
			}
			isData = false
			arrived(message)
			return say('250 thank you')
		}
		const [, address = ''] = /<(.*)>/.exec(line) ?? []
		if (/^(EHLO|HELO)/i.test(line)) {
			greeted(line)
			return say('250 mail.test')
		}
		if (/^MAIL FROM/i.test(line)) {
			message = { from: address, to: '', data: '' }
			return say('250 ok')
		}
		if (/^RCPT TO/i.test(line) && message) {
			if (behaviour === 'refusing') return say(`550 <${address}> is not known here`)
			message.to = address
			return say('250 ok')
		}
		if (/^DATA/i.test(line)) {
			isData = true
			return say('354 go ahead')
		}
		if (/^QUIT/i.test(line)) {
			say('221 bye')
			return socket.end()
		}
		say('502 what?')
	}
}
