import type { PublicUser } from '#contract/accounts.ts'
import { driverPictures } from '#contract/pictures.ts'
import { PRAISE } from '#contract/praise.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { api } from '#ui/platform/api-client.ts'
import { statsKeys } from '#ui/platform/query-keys/stats.keys.ts'
import type { PictureToShare } from './picture-to-share.ts'

/**
 * Short enough to include new ratings, long enough that the picture prefetched on press is the one shared on release.
 */
const FRESH_MS = 10_000

export const cardLink = (address: string, { id }: PublicUser): string => `${address}/infographic/${id}`

export const cardToShare = (driver: PublicUser): PictureToShare => ({
	act: 'Share the picture',
	key: statsKeys.storyOf(driver.id),
	ask: () => api.send(driverPictures, { params: { id: driver.id } }),
	freshMs: FRESH_MS,
	of: nameOf(driver),
	alt: `The card of ${nameOf(driver)}`,
	codeLabel: 'QR code of the card',
	title: `${nameOf(driver)} on Backseat`,
	text: () => PRAISE[Math.floor(Math.random() * PRAISE.length)] ?? '',
	beside: (address) => cardLink(address, driver),
	instead: (address) => cardLink(address, driver),
})
