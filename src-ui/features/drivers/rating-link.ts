import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { Shareable } from '#ui/platform/sharing/share.ts'

export const ratingLink = (address: string, driver: PublicUser) => `${address}/rating/${driver.id}`

export const invitationToRate = (driver: PublicUser, url: string): Shareable => ({
	title: t('Rate {driver} on Backseat', { driver: nameOf(driver) }),
	// Translators: sent to a passenger, before a link
	text: t('You have sat in my car. You have opinions. Spill the tea:'),
	url,
})
