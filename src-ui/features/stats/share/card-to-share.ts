import type { PublicUser } from '#contract/accounts.ts'

export const cardLink = (address: string, { id }: PublicUser): string => `${address}/infographic/${id}`
