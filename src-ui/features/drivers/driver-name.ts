/** How a driver is called: the display name, or else the username. */
export const nameOf = (driver: { display_name: string | null; username?: string }): string =>
	driver.display_name || driver.username || ''
