import { queryOptions } from '@tanstack/react-query'
import type { PublicUser } from '#contract/accounts.ts'
import { driverPictures } from '#contract/pictures.ts'
import { PRAISE } from '#contract/praise.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { statsKeys } from '#ui/features/stats/stats.keys.ts'
import { api } from '#ui/platform/api-client.ts'
import { pictureAt, pictureFile, type Shareable } from '#ui/platform/sharing/share.ts'

/** Others rate meanwhile; but what is fetched as a finger goes down is what it shares as it comes up. */
const FRESH_MS = 10_000

/** The driver's card as a picture that fills a phone. */
export const storyQuery = (driver: PublicUser) =>
	queryOptions({
		queryKey: statsKeys.storyOf(driver.id),
		queryFn: async () => {
			const { story } = await api.send(driverPictures, { params: { id: driver.id } })
			return pictureFile(await pictureAt(story), `backseat-${asFileName(nameOf(driver))}.png`)
		},
		staleTime: FRESH_MS,
	})

/** Letters and digits of any script: what systems refuse in names of files, and what hides in them, are neither. */
const asFileName = (name: string): string =>
	name
		.toLowerCase()
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== '')
		.join('-') || 'card'

export const cardLink = (address: string, { id }: PublicUser): string => `${address}/infographic/${id}`

/** The card's link with one of the praises; another one each time. */
export const cardToShare = (address: string, driver: PublicUser): Shareable & { text: string } => ({
	title: `${nameOf(driver)} on Backseat`,
	text: PRAISE[Math.floor(Math.random() * PRAISE.length)] ?? '',
	url: cardLink(address, driver),
})
