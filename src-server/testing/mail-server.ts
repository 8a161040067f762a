import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A letter as it arrived: who the envelope says, and everything between DATA and the dot. */
export type Arrived = { from: string; to: string; data: string }

/** How it treats people: takes letters, says nothing at all, or refuses whom a letter is for and repeats the address. */
export type Temper = 'kind' | 'silent' | 'picky'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A real mail server on this machine, as far as one letter needs it. */
export async function startMailServer(temper: Temper = 'kind') {
	const letters: Arrived[] = []
	const sockets = new Set<Socket>()
	const state = { connections: 0 }
	const server = createServer((socket) => {
		state.connections++
		sockets.add(socket)
		socket.on('close', () => sockets.delete(socket))
		socket.on('error', () => {})
		if (temper !== 'silent') serve(socket, temper, (letter) => letters.push(letter))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo

	const until = async (isThere: () => boolean) => {
		while (!isThere()) await Bun.sleep(5)
	}
	return {
		port,
		url: `smtp://127.0.0.1:${port}`,
		letters,
		/** Waits until this many letters have arrived. */
		received: (count: number) => until(() => letters.length >= count),
		/** Waits until somebody has knocked this often. */
		knocked: (count: number) => until(() => state.connections >= count),
		connections: () => state.connections,
		close: () => {
			for (const socket of sockets) socket.destroy()
			server.close()
		},
	}
}

function serve(socket: Socket, temper: Temper, arrived: (letter: Arrived) => void) {
	const say = (line: string) => socket.write(`${line}\r\n`)
	let unread = ''
	let letter: Arrived | null = null
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
	say('220 mail.test ready')

	function hear(line: string) {
		if (isData && letter) {
			if (line !== '.') {
				letter.data += `${line}\n`
				return
			}
			isData = false
			arrived(letter)
			return say('250 thank you')
		}
		const [, address = ''] = /<(.*)>/.exec(line) ?? []
		if (/^(EHLO|HELO)/i.test(line)) return say('250 mail.test')
		if (/^MAIL FROM/i.test(line)) {
			letter = { from: address, to: '', data: '' }
			return say('250 ok')
		}
		if (/^RCPT TO/i.test(line) && letter) {
			if (temper === 'picky') return say(`550 <${address}> is not known here`)
			letter.to = address
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
