// Apart from own-data-file.ts, because the browser app loads this file without valibot.

export const OWN_DATA_FORMAT = 'backseat-own-data'
/** Files without a version are version 1. */
export const OWN_DATA_VERSION = 2

export const OWN_DATA_FILE_MAX_BYTES = 8 * 1024 * 1024
/** In both lists of a file together, and of all files that a member has brought. */
export const OWN_DATA_VERDICTS_MAX = 20_000
