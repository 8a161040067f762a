export const DAY_MS = 86_400_000

export const counted = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`
