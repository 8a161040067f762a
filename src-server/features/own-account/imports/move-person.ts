import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import { isMember } from '#db/member.ts'
import type { Context } from '#server/context.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { randomAvatar } from '#server/features/accounts/users.ts'
import { ghostUsername } from '#server/features/drivers/unclaimed-ghosts.ts'
import { noteInJournal, TERMINAL } from '#server/features/journal/journal.ts'
import type { OwnDataFile, VerdictInFile } from '#server/own-data-file/read-own-data-file.ts'
import { newLinkToken, newUserId } from '#server/tokens.ts'

/** `driver` is null if a ghost of this name is to be made. */
type MovedDriver = { name: string; driver: UserRow | null; verdicts: VerdictInFile[] }

export type Move = {
	drivers: MovedDriver[]
	leftOut: OwnDataFile['leftOut'] & { alreadyHere: number; ofThemselves: number; ofDemoDriver: number }
}

/** Which verdicts of the file become ratings by the member, and whose. Reads only. */
export function planMove(context: Pick<Context, 'queries'>, member: UserRow, file: OwnDataFile): Move {
	const here = context.queries.imports.ratedDriversOf(member.id)
	const leftOut = { ...file.leftOut, alreadyHere: 0, ofThemselves: 0, ofDemoDriver: 0 }
	const drivers: MovedDriver[] = []
	for (const verdicts of Map.groupBy(file.verdicts, driverInFile).values()) {
		const added = verdicts.filter(({ id }) => !here.has(id))
		leftOut.alreadyHere += verdicts.length - added.length
		const [first] = verdicts
		if (!first || added.length === 0) continue
		const driver = driverHere(context, { member, first, ratedBefore: verdicts.map(({ id }) => here.get(id)) })
		if (driver?.id === member.id) leftOut.ofThemselves += added.length
		else if (driver?.id === DEMO_DRIVER_ID) leftOut.ofDemoDriver += added.length
		else drivers.push({ name: driver ? nameHere(driver) : first.driver, driver, verdicts: added })
	}
	return { drivers, leftOut }
}

const driverInFile = ({ driverId, driver }: VerdictInFile) => driverId ?? driver

const nameHere = ({ isGhost, username, displayName }: UserRow) => (isGhost ? (displayName ?? username) : username)

type Search = { member: UserRow; first: VerdictInFile; ratedBefore: (number | undefined)[] }

/** The driver of an earlier import of the same file, then the member of that username, then the member's own ghost. */
function driverHere({ queries }: Pick<Context, 'queries'>, { member, first, ratedBefore }: Search): UserRow | null {
	const earlier = ratedBefore.find((id) => id !== undefined)
	if (earlier !== undefined) return queries.users.userById(earlier) ?? null
	const called = queries.users.userByUsername(first.driverUsername ?? first.driver)
	if (called && (isMember(called) || called.id === DEMO_DRIVER_ID)) return called
	const ghost = queries.imports.ghostCalled(member.id, first.driver)
	return ghost?.claimedById ? (queries.users.userById(ghost.claimedById) ?? null) : (ghost ?? null)
}

/**
 * Saves the file's verdicts as ratings by the member, with their dates, and creates ghosts for drivers who are not here. The
 * ratings count as older than all others of this instance, so no driver is notified. Verdicts that the member brought
 * earlier are replaced by ratings.
 */
export function movePerson(context: Context, member: UserRow, file: OwnDataFile): Move {
	const { db, queries } = context
	return db.write(() => {
		const move = planMove(context, member, file)
		const moved = move.drivers.flatMap(({ name, driver, verdicts }) => {
			const driverId = (driver ?? makeGhost(context, member, name)).id
			return verdicts.map((verdict) => ({ ...verdict, driverId, raterId: member.id }))
		})
		queries.imports.insertBefore(moved.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
		queries.imports.dropBrought(
			member.id,
			moved.map(({ id }) => id),
		)
		for (const driverId of new Set(moved.map(({ driverId }) => driverId)))
			queries.ratings.deleteReplacedPlaceholders(driverId)
		if (moved.length > 0)
			noteInJournal(context, TERMINAL, { act: 'verdicts_imported', subject: member, detail: `${moved.length}` })
		return move
	})
}

const makeGhost = ({ queries, clock }: Context, member: UserRow, name: string) =>
	queries.users.insertUser({
		id: newUserId(),
		username: ghostUsername(name),
		displayName: name,
		avatarId: randomAvatar(),
		isGhost: true,
		ghostClaimToken: newLinkToken(),
		createdById: member.id,
		createdAt: clock.now(),
	})
