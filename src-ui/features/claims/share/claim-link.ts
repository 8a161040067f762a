/** `address` is one that others can open (useAddressForOthers). */
export const claimLink = (address: string, token: string): string => `${address}/claim/${token}`

export const claimMessage = (name: string, link: string): string =>
	`Hey ${name}, your driving has been rated on Backseat. The receipts are waiting for you: ${link}`
