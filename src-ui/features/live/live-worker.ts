import { createSharedStream, type Wish } from './shared-stream.ts'

const stream = createSharedStream()

addEventListener('connect', (event) => {
	const [port] = (event as MessageEvent).ports
	if (!port) return
	port.onmessage = ({ data }: MessageEvent<Wish>) => stream.wish(port, data)
})
