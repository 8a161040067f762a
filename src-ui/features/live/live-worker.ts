import { createSharedStream, type Wish } from './shared-stream.ts'

/* Runs as a SharedWorker: one for all tabs of a browser, and over when the last of them is closed. */

const stream = createSharedStream()

addEventListener('connect', (event) => {
	const [port] = (event as MessageEvent).ports
	if (!port) return
	port.onmessage = ({ data }: MessageEvent<Wish>) => stream.wish(port, data)
})
