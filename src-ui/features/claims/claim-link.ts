import { basePath } from '#ui/platform/api-client.ts'

/** Made from where this browser found the app, so that it leads where the app can be found. */
export const claimLink = (token: string): string => `${location.origin}${basePath}/claim/${token}`

export const claimMessage = (name: string, link: string): string =>
	`Hey ${name}, your driving has been rated on Backseat. The receipts are waiting for you: ${link}`

/** Whether the address means 'this machine': nobody else can open such a link. */
export const isThisMachineOnly = (hostname = location.hostname): boolean =>
	hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
