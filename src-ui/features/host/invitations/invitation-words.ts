import type { Invitation, InvitationState } from '#contract/host/invitations.ts'

type Limits = Pick<Invitation, 'maxUses' | 'expiresAt'>

const dayInWords = (moment: string) => new Date(moment).toLocaleDateString(undefined, { dateStyle: 'medium' })

export const untilWhen = ({ expiresAt }: Pick<Limits, 'expiresAt'>) =>
	expiresAt === null ? 'revoked' : dayInWords(expiresAt)

/** 'For 5 people, until Nov 29, 2026.' */
export function whomFor({ maxUses, expiresAt }: Limits): string {
	const people = maxUses === null ? 'as many as like' : maxUses === 1 ? 'one person' : `${maxUses} people`
	return `For ${people}, until ${expiresAt === null ? 'you revoke it' : dayInWords(expiresAt)}.`
}

export const STATES: Record<InvitationState, string> = {
	open: 'Open',
	used_up: 'Used up',
	expired: 'Expired',
	revoked: 'Revoked',
}
