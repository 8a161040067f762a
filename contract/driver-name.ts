export const nameOf = (driver: { display_name: string | null; username?: string }): string =>
	driver.display_name || driver.username || ''
