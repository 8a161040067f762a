/** Where component tests find themselves, unless they say otherwise. */
export const USUAL_ADDRESS = 'http://backseat.test/'

/** As if the app had been opened there. */
export function openedAt(address: string) {
	const { happyDOM } = window as unknown as { happyDOM: { setURL(address: string): void } }
	happyDOM.setURL(address)
}
