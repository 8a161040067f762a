/**
 * The text of an answer. For an event stream, which does not end, only that it has started (live-listener.ts reads
 * one).
 */
export async function answerText(response: Response): Promise<string> {
	if (!isEventStream(response.headers)) return new TextDecoder().decode(await response.arrayBuffer())
	await response.body?.cancel()
	return ''
}

export const isEventStream = (headers: Headers): boolean => headers.get('content-type') === 'text/event-stream'
