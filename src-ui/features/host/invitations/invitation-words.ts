import type { Invitation, InvitationState } from '#contract/host/invitations.ts'
import { dayOfMoment } from '#ui/platform/dates-and-figures.ts'

type Limits = Pick<Invitation, 'maxUses' | 'expiresAt'>

export const untilWhen = ({ expiresAt }: Pick<Limits, 'expiresAt'>) =>
	expiresAt === null ? 'revoked' : dayOfMoment(expiresAt)

/** 'For 5 people, until Nov 29, 2026.' */
export function whomFor({ maxUses, expiresAt }: Limits): string {
	const people = maxUses === null ? 'as many as like' : maxUses === 1 ? 'one person' : `${maxUses} people`
	return `For ${people}, until ${expiresAt === null ? 'you revoke it' : dayOfMoment(expiresAt)}.`
}

export const STATES: Record<InvitationState, string> = {
	open: 'Open',
	used_up: 'Used up',
	expired: 'Expired',
	revoked: 'Revoked',
}
