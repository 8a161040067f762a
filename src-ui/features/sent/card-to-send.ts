import { praises } from '#contract/praise.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { Addressee } from './addressees.ts'

/** One praise for each visit, so that the message does not change while it is sent. */
const luck = Math.random()
const praise = () => praises()[Math.floor(luck * praises().length)] ?? ''

export const cardOf = (driver: PublicUser): Addressee => ({
	label: t("{driver}'s card", { driver: nameOf(driver) }),
	title: t('{driver} on Backseat', { driver: nameOf(driver) }),
	text: praise(),
	link: { path: `/infographic/${driver.id}` },
	codeLabel: t('QR code of the card'),
})
