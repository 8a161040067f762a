/** The default address of component tests. */
export const USUAL_ADDRESS = 'http://backseat.test/'

/** Simulates that the app was opened at this address. */
export function openedAt(address: string) {
	const { happyDOM } = window as unknown as { happyDOM: { setURL(address: string): void } }
	happyDOM.setURL(address)
}
