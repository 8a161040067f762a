const DAMAGED = /CHECKSUM|SIGNATURE|sha512|not signed/i
const NO_LIST = /CHANNEL_FILE_NOT_FOUND|HTTP_ERROR_40[34]/
const NO_ANSWER = /net::|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|HTTP_ERROR_5|timed out/i

/**
 * Why an update did not work, for the person. By electron-updater's codes ('ERR_UPDATER_CHANNEL_FILE_NOT_FOUND') and
 * Chromium's ('net::ERR_…'); its own message is never shown: it holds a stack and all headers of the answer.
 */
export function failureWords(error: unknown): string {
	const { message = '', code = '' } = error as { message?: string; code?: string }
	const text = `${code} ${message}`
	if (DAMAGED.test(text))
		return 'The new version did not arrive as its makers sent it, so it was thrown away. Backseat tries again tomorrow.'
	if (NO_LIST.test(text)) return 'There is no list of versions at that address. Check it with whoever gave it to you.'
	if (NO_ANSWER.test(text)) return 'Nobody answers at that address. Backseat tries again tomorrow.'
	return 'The new version could not be fetched. Backseat tries again tomorrow.'
}
