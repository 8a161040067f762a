import { timingSafeEqual } from 'node:crypto'
import { type Picture, pictureOfText, textOfPicture } from './picture-content.ts'

/** Below the base path. */
export const PICTURES_PATH = '/previews/'
/** What is drawn, and 256 bits of signature, both in base64url without padding. */
const ADDRESS = /^\/previews\/([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})\.png$/

/**
 * Addresses that carry what is to be drawn and this instance's signature of it, so that nobody can have other words
 * drawn, and nothing needs to be remembered. The signature is of the text as it stands in the address, and is compared as
 * text: any other spelling of the same bytes is another address, and none of ours.
 */
export function pictureAddresses({ key, basePath }: { key: () => Uint8Array; basePath: string }) {
	const signatureOf = (said: string) => new Bun.CryptoHasher('sha256', key()).update(said).digest('base64url')
	return {
		/** Of a picture, from the root of this origin. */
		addressOf(picture: Picture): string {
			const said = Buffer.from(textOfPicture(picture)).toString('base64url')
			return `${basePath}${PICTURES_PATH}${said}.${signatureOf(said)}.png`
		},

		/** The picture at a path below the base path; null unless this instance has signed exactly that. */
		pictureAt(path: string): Picture | null {
			const [, said, signature] = ADDRESS.exec(path) ?? []
			if (said === undefined || signature === undefined) return null
			if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(said)))) return null
			return pictureOfText(Buffer.from(said, 'base64url').toString())
		},
	}
}
