import type { PublicUser } from '#contract/public-user.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { Shareable } from '#ui/platform/sharing/share.ts'

export const ratingLink = (address: string, driver: PublicUser) => `${address}/rating/${driver.id}`

export const invitationToRate = (driver: PublicUser, url: string): Shareable => ({
	title: `Rate ${nameOf(driver)} on Backseat`,
	text: 'You have sat in my car. You have opinions. Spill the tea:',
	url,
})
