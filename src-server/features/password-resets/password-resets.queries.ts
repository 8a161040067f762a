import { and, eq, gt } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { passwordResets, users } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'

export function passwordResetQueries({ orm }: Database) {
	return {
		putReset: (reset: Required<typeof passwordResets.$inferInsert>) => {
			const { userId, ...rest } = reset
			orm.insert(passwordResets).values(reset).onConflictDoUpdate({ target: passwordResets.userId, set: rest }).run()
		},
		reset: (
			tokenHash: string,
			at: Date,
		): { member: UserRow; madeBy: 'host' | 'terminal' | null; madeById: UserId | null } | undefined =>
			orm
				.select({ member: users, madeBy: passwordResets.madeBy, madeById: passwordResets.madeById })
				.from(passwordResets)
				.innerJoin(users, eq(users.id, passwordResets.userId))
				.where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, at)))
				.get(),
		dropReset: (userId: UserId) => orm.delete(passwordResets).where(eq(passwordResets.userId, userId)).run(),
	}
}
