import type { ratings, users } from '#db/schema.ts'
import type { Queries } from '#server/queries.ts'

/** For each query there is, what it is asked. A new one without an example is a mistake of types. */
type Examples = {
	[Group in keyof Queries]: {
		[Name in keyof Queries[Group]]: Queries[Group][Name] extends (...asked: infer Asked) => unknown ? Asked : never
	}
}

const at = new Date(Date.UTC(2026, 0, 5))
const me = 101
const driver = 102
const ghost = 201
const hash = '0'.repeat(64)
const attempt = { tokenHash: hash, isClosed: false, at }
const says = { rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 5 } as const

const user: typeof users.$inferSelect = {
	id: me,
	username: 'jonas',
	displayName: null,
	email: null,
	passwordHash: null,
	avatarId: 1,
	isGhost: false,
	ghostClaimToken: null,
	isTokenForCreatorOnly: false,
	claimedById: null,
	claimedAt: null,
	createdById: null,
	lastRatingNotificationAt: null,
	lastSeenRatingId: null,
	lastRatingReceivedAt: null,
	isHost: false,
	lastSeenOn: null,
	isLatestRatingsSeen: true,
	createdAt: at,
}
const rating: typeof ratings.$inferSelect = {
	...says,
	id: 1,
	wireId: 1,
	driverId: driver,
	raterId: me,
	guestKey: null,
	requestKey: null,
	isPlaceholder: false,
	isUnseen: false,
	claimedFromId: null,
	createdAt: at,
}

export const EXAMPLES: Examples = {
	users: {
		userById: [me],
		userByUsername: ['jonas'],
		driverOrClaimer: [ghost],
		membersAndGhostsOf: [me, 20],
		membersMatching: ['jo', 20],
		membersByName: [],
		hasPeople: [],
		insertUser: [{ username: 'newcomer', avatarId: 1, createdAt: at }],
		rename: [me, 'jonas2'],
		changeMember: [me, { avatarId: 2 }],
		setPasswordHash: [me, 'hash'],
		notifyDriver: [driver, at],
		refreshLastReceived: [driver],
		markRatingsSeen: [me, 1],
		deleteUsers: [[999]],
	},
	sessions: {
		sessionByHash: [hash],
		insertSession: [{ tokenHash: hash, userId: me, createdAt: at, lastUsedAt: at, expiresAt: at, userAgent: null }],
		renewSession: [hash, at, at],
		touchSession: [hash, at],
		seenOn: [me, at],
		deleteSession: [hash],
		liveSessionsOf: [me, at],
		deleteSessionsOf: [me],
		deleteSessionsBut: [me, hash],
		deleteAllButNewest: [me, 20],
	},
	ghosts: {
		ghostByClaimToken: ['token'],
		ghostsCreatedBy: [me],
		ghostsClaimedBy: [me],
		unclaimedGhostCount: [me],
		membersListing: [ghost],
		isRatedByOthers: [ghost, me],
		idsOfGhostsOnlyTheyRated: [me],
		changeGhost: [ghost, { avatarId: 2 }],
		replaceClaimToken: [ghost, 'another token'],
		markClaimed: [ghost, me, at],
		markUnclaimed: [ghost, 'a third token'],
		forgetCreator: [me],
	},
	hiddenDrivers: {
		driverIdsHiddenBy: [me],
		hiddenDriver: [me, driver],
		hide: [me, driver, at],
		unhide: [me, driver],
		copyHides: [ghost, me],
		dropHides: [driver],
	},
	home: { homeDriversOf: [me], driverWithStats: [driver] },
	ratings: {
		ratingByPlace: [1],
		ratingById: [1],
		ratingsOfDriverNewestFirst: [driver, 20],
		ratingsByMemberNewestFirst: [me, 20],
		ratingsByGuestNewestFirst: [hash, 20],
		ratingByRequestKey: [me, 'key'],
		newestRatingBy: [me, driver],
		newestRatingIdOf: [driver],
		hasRated: [driver, { userId: 999, guestKey: hash }],
		insertRating: [{ ...says, driverId: driver, raterId: me, createdAt: at }],
		changeRating: [rating, says],
		markSeenBy: [driver],
		dropRating: [rating],
		setGuestKey: [rating, hash],
		giveToMember: [rating, me],
		deleteReplacedPlaceholders: [driver],
	},
	usedKeys: {
		usedKey: [hash],
		insertUsedKey: [{ keyHash: hash, raterId: me, ratingId: null, saidHash: null, createdAt: at }],
		markTakenBack: [rating, at],
		forgetKeyOf: [rating],
		dropKeysBefore: [at.getTime()],
	},
	receivedRatings: {
		ratingsNewestFirst: [driver, 20],
		removedSince: [driver, at],
		hasReport: [rating],
		momentsOfReports: [driver, at, 5],
		insertReport: [rating, 'other', at],
		dropReportsBefore: [at],
	},
	claims: {
		ratingCountOf: [ghost],
		dropRatingsBetween: [me, ghost],
		moveRatingsToClaimer: [ghost, me],
		hasRatingsFrom: [ghost],
		moveMarkedRatingsBack: [ghost],
		moveUnmarkedRatings: [me, ghost, at],
		moveRatingsBackByAge: [user, { ...user, id: ghost }],
	},
	hostGhosts: { ghostsByName: ['bob', { isClaimed: 0, name: 'bob', id: ghost }, 50], listedGhost: [ghost] },
	hosts: {
		isHost: [me],
		hasHost: [me],
		hasMembersBesides: [me],
		setHost: [me, true],
		confirmedAt: [hash],
		confirm: [hash, at],
	},
	journal: {
		insertLine: [{ at, by: 'terminal', act: 'set_up' }],
		dropLinesBefore: [at],
		linesNewestFirst: [at, 1, 50],
	},
	people: { peopleAfter: ['jonas', 51] },
	reports: { reportsOf: [true, undefined, 50], reportById: [1], decide: [1, 'kept', at] },
	stats: { statsOf: [driver] },
	pictures: { signingKey: [] },
	invites: {
		hasMembers: [],
		openInvite: [attempt],
		countUse: [attempt],
		isSetupToken: [hash],
		insertInvite: [{ tokenHash: hash, createdAt: at }],
		invitesNewestFirst: [1, 50],
		inviteById: [1],
		revokeInvite: [1, at],
		revokeSetupLinks: [at],
	},
	passwordResets: {
		putReset: [{ userId: me, tokenHash: hash, createdAt: at, expiresAt: at }],
		memberByReset: [hash, at],
		dropReset: [me],
	},
	ownData: { ratingsGivenBy: [me], ratingsReceivedBy: [driver], reportsBy: [driver], driversHiddenBy: [me] },
	leaving: {
		dropRatingsOf: [[driver]],
		dropRatingsBy: [me],
		anonymizeRatingsBy: [me],
		dropPlaceholdersBy: [me],
	},
	instance: { tryToWrite: [], schemaVersion: [] },
	export: { beginReading: [], endReading: [], people: [], ratingsAfter: [0, 1000], hidden: [] },
	overview: { newcomersSince: [at], ratings: [20_000], newestDay: [] },
	metrics: { members: [], unclaimedGhosts: [], ratings: [] },
}
