import { basePath } from '#ui/platform/api-client.ts'

/** A screen's address as it is sent to others: built from where this browser is, so that it works for them too. */
export const addressOf = (path: string): string => `${location.origin}${basePath}${path}`
