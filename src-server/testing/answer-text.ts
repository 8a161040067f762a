/** What an answer says; of a stream, which has no end to wait for, only that it has begun (live-listener.ts listens to one). */
export async function answerText(response: Response): Promise<string> {
	if (!isEventStream(response.headers)) return new TextDecoder().decode(await response.arrayBuffer())
	await response.body?.cancel()
	return ''
}

export const isEventStream = (headers: Headers): boolean => headers.get('content-type') === 'text/event-stream'
