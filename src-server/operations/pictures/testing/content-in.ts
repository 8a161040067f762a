/** Version, shape and content that a picture's address carries. */
export const contentIn = (address: string) => {
	const [, text = ''] = /\/previews\/([^.]+)\./.exec(address) ?? []
	return JSON.parse(Buffer.from(text, 'base64url').toString()) as [number, string, Record<string, unknown>]
}
