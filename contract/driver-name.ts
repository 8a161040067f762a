import { DEMO_DRIVER_ID } from './known-ids.ts'
import { t } from './text.ts'

type Named = { id?: number; display_name: string | null; username?: string }

/** The demo driver's name is a row of the database, in English. */
const isDemoDriver = ({ id, display_name }: Named) => id === DEMO_DRIVER_ID && display_name === 'Demo Driver'

export const nameOf = (driver: Named): string =>
	// Translators: the driver that a guest may try a rating on
	isDemoDriver(driver) ? t('Demo Driver') : driver.display_name || driver.username || ''
