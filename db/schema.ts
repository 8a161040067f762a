import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	blob,
	check,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { COUNT_KEYS, forEachOf, IMPRESSION_KEYS, IMPRESSIONS, type ImpressionKey } from '#contract/impressions.ts'
import type { Sticker } from '#contract/ratings.ts'
import type { RatingState } from './rating-state.ts'

/*
 * The file on disk. Column names become snake_case there (`casing` in drizzle.config.ts and database.ts);
 * every table is STRICT, which drizzle-kit cannot say: the migrations add the word, and database.test.ts checks it.
 * Times are milliseconds since 1970.
 */

const moment = () => integer({ mode: 'timestamp_ms' })
const createdAt = () => moment().notNull()
const impression = <Key extends ImpressionKey>(key: Key) => text({ enum: valuesOf(key) }).notNull()
const valuesOf = <Key extends ImpressionKey>(key: Key) =>
	[...IMPRESSIONS[key].values] as [...(typeof IMPRESSIONS)[Key]['values']]

/**
 * Members, ghosts, and the two built-in rows: id 1 the guest, id 2 the demo driver. Triggers keep the folded names of members in `users_search`, an index of every three letters (FTS5) that drizzle does not know; `users_search_terms` are those letters.
 */
export const users = sqliteTable(
	'users',
	{
		id: integer().primaryKey(),
		username: text().notNull(),
		displayName: text(),
		email: text(),
		/** Null for ghosts and built-in rows, which nobody can sign in as. */
		passwordHash: text(),
		avatarId: integer().notNull(),
		isGhost: integer({ mode: 'boolean' }).notNull().default(false),
		/** Only while a ghost waits to be claimed. */
		ghostClaimToken: text(),
		/** A token that took another's place: a rater may be the reason why it was replaced. */
		isTokenForCreatorOnly: integer({ mode: 'boolean' }).notNull().default(false),
		claimedById: integer().references((): AnySQLiteColumn => users.id),
		/** Null for claims that schema 2 or an older one has seen. */
		claimedAt: moment(),
		/** SHA-256 of the claim token that was used, hex: its claimer is led to what they have. Null for claims that schema 9 or an older one has seen. */
		usedClaimTokenHash: text(),
		createdById: integer().references((): AnySQLiteColumn => users.id),
		/** Of a claimed ghost: its claimer has not yet been shown what came with the claim. */
		isRevealDue: integer({ mode: 'boolean' }).notNull().default(false),
		lastRatingNotificationAt: moment(),
		/** The `wireId` of one of their ratings; triggers move it down when that one goes. */
		lastSeenRatingId: integer(),
		lastRatingReceivedAt: moment(),
		isLatestRatingsSeen: integer({ mode: 'boolean' }).notNull().default(true),
		createdAt: createdAt(),
		/** Made host of the instance. Who is host only by sitting in the desktop app's window is not. */
		isHost: integer({ mode: 'boolean' }).notNull().default(false),
		/** The start of the UTC day on which they last used the app; null for ghosts, and if not since schema 7. */
		lastSeenOn: moment(),
		/** When they opened the link that was mailed to `email`; null until then, and again once that changes. */
		emailVerifiedAt: moment(),
		/** `displayName` by `foldedName` (contract/folded-name.ts), for search and order; SQLite cannot fold it. See `withFoldedName`. */
		foldedDisplayName: text(),
	},
	(user) => [
		uniqueIndex('users_username').on(sql`lower(${user.username})`),
		index('users_members_by_name').on(sql`lower(${user.username})`).where(sql`${user.isGhost} = 0`),
		index('users_ghosts_by_name')
			.on(sql`${user.claimedById} is not null`, user.foldedDisplayName, user.id)
			.where(sql`${user.isGhost} = 1`),
		index('users_hosts').on(user.id).where(sql`${user.isHost} = 1`),
		uniqueIndex('users_claim_token').on(user.ghostClaimToken),
		uniqueIndex('users_used_claim_token')
			.on(user.usedClaimTokenHash)
			.where(sql`${user.usedClaimTokenHash} is not null`),
		index('users_newest').on(user.createdAt, user.id),
		index('users_ghosts_of_creator').on(user.createdById).where(sql`${user.createdById} is not null`),
		index('users_ghosts_of_claimer').on(user.claimedById).where(sql`${user.claimedById} is not null`),
		check('users_id', sql`${user.id} > 0`),
		check('users_avatar', sql`${user.avatarId} between 1 and 5`),
		check('users_token_is_a_ghosts', sql`${user.ghostClaimToken} is null or ${user.isGhost} = 1`),
		check('users_claimed_has_no_token', sql`${user.claimedById} is null or ${user.ghostClaimToken} is null`),
		check('users_ghost_has_no_password', sql`${user.passwordHash} is null or ${user.isGhost} = 0`),
	],
)

export const sessions = sqliteTable(
	'sessions',
	{
		/** SHA-256 of the cookie's token, hex. The token itself is nowhere on disk. */
		tokenHash: text().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		createdAt: createdAt(),
		lastUsedAt: moment().notNull(),
		expiresAt: moment().notNull(),
		userAgent: text(),
		/** When they last proved again that it is them, for what only hosts do; see features/host/hosts.service.ts. */
		confirmedAt: moment(),
		signedInBy: text({ enum: ['password', 'passkey', 'oidc', 'proxy'] })
			.notNull()
			.default('password'),
	},
	(session) => [index('sessions_of_user').on(session.userId, session.lastUsedAt)],
)

/** Links with which people may make an account where sign-up is not open. */
export const invites = sqliteTable(
	'invites',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		/** SHA-256 of the link's token, hex: the link is shown once and is nowhere on disk. */
		tokenHash: text().notNull(),
		/** The operator's own words for it: 'the choir'. */
		note: text(),
		/** Null: as many as like. */
		maxUses: integer(),
		uses: integer().notNull().default(0),
		/** A one-time link for the first account, by a start or by command; it works where sign-up is closed too. */
		isSetup: integer({ mode: 'boolean' }).notNull().default(false),
		createdAt: createdAt(),
		/** Null: until it is revoked. */
		expiresAt: moment(),
		revokedAt: moment(),
	},
	(invite) => [
		uniqueIndex('invites_token').on(invite.tokenHash),
		check(
			'invites_uses',
			sql`${invite.uses} >= 0 and (${invite.maxUses} is null or ${invite.uses} <= ${invite.maxUses})`,
		),
	],
)

/** The one link with which a member may set a new password; asking again replaces it. */
export const passwordResets = sqliteTable(
	'password_resets',
	{
		userId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** SHA-256 of the link's token, hex. */
		tokenHash: text().notNull(),
		createdAt: createdAt(),
		expiresAt: moment().notNull(),
		/** Who made it for them: using it is then written down. Null: they asked for it themself, by mail. */
		madeBy: text({ enum: ['host', 'terminal'] }),
		/** The host; null for the terminal, and once they have left. */
		madeById: integer().references(() => users.id, { onDelete: 'set null' }),
	},
	(reset) => [
		uniqueIndex('password_resets_token').on(reset.tokenHash),
		index('password_resets_of_maker').on(reset.madeById).where(sql`${reset.madeById} is not null`),
	],
)

export const ratings = sqliteTable(
	'ratings',
	{
		/**
		 * The order in which they became known. It never leaves the server: ids that count up show when a rating was given. A
		 * sealed one gets another when it is opened.
		 */
		id: integer().primaryKey({ autoIncrement: true }),
		/** The public id: random, of 50 bits. SQLite makes it for every insert. */
		wireId: integer().notNull().default(sql`(abs(random() % 1125899906842623) + 1)`),
		driverId: integer()
			.notNull()
			.references(() => users.id),
		raterId: integer()
			.notNull()
			.references(() => users.id),
		...(forEachOf(IMPRESSION_KEYS, impression) as { [Key in ImpressionKey]: ReturnType<typeof impression<Key>> }),
		starRating: integer().notNull(),
		/** SHA-256 of the guest cookie's token, hex; null for members. */
		guestKey: text(),
		/** The rater's Idempotency-Key. */
		requestKey: text(),
		/** See rating-state.ts. */
		state: integer().$type<RatingState>().notNull().default(sql`false`),
		createdAt: createdAt(),
		/**
		 * To its driver, a member: 1 is new, 2 is new and its notice was closed, 0 was seen on their profile. Triggers take the
		 * notice back with the last 1.
		 */
		unseen: integer('is_unseen').$type<0 | 1 | 2>().notNull().default(sql`false`),
		/** The ghost whose claim gave it to this driver, so that a claim can be undone. */
		claimedFromId: integer().references((): AnySQLiteColumn => users.id, { onDelete: 'set null' }),
		/** The sticker with which its driver answered. */
		reply: text().$type<Sticker>(),
		/** Its rater, a member, has not seen that reply in My verdicts. */
		isReplyNew: integer({ mode: 'boolean' }).notNull().default(false),
		/** The road trip on which it was given: sealed, it is opened with it. Null again once that is gone. */
		tripId: integer().references((): AnySQLiteColumn => trips.id, { onDelete: 'set null' }),
	},
	(rating) => [
		uniqueIndex('ratings_wire_id').on(rating.wireId),
		index('ratings_of_driver').on(rating.driverId, rating.state, rating.id),
		index('ratings_of_rater').on(rating.raterId, rating.driverId, rating.id),
		index('ratings_by_rater').on(rating.raterId, rating.id),
		index('ratings_unseen').on(rating.driverId).where(sql`${rating.unseen} > 0`),
		index('ratings_of_claim').on(rating.claimedFromId).where(sql`${rating.claimedFromId} is not null`),
		index('ratings_of_guest').on(rating.guestKey).where(sql`${rating.guestKey} is not null`),
		index('ratings_sealed')
			.on(rating.driverId, rating.createdAt)
			.where(sql`${rating.state} = 2 and ${rating.tripId} is null`),
		index('ratings_of_trip')
			.on(rating.tripId, rating.driverId, rating.raterId)
			.where(sql`${rating.tripId} is not null`),
		index('ratings_new_replies').on(rating.raterId).where(sql`${rating.isReplyNew} = 1`),
		uniqueIndex('ratings_request').on(rating.raterId, rating.requestKey).where(sql`${rating.requestKey} is not null`),
		check('ratings_wire_id_of_50_bits', sql`${rating.wireId} between 1 and 1125899906842623`),
		...IMPRESSION_KEYS.map((key) => {
			const [good, bad] = IMPRESSIONS[key].values
			return check(IMPRESSIONS[key].check, sql`${rating[key]} in (${sql.raw(`'${good}', '${bad}'`)})`)
		}),
		check('ratings_stars', sql`${rating.starRating} between 1 and 5`),
		check('ratings_not_of_oneself', sql`${rating.driverId} <> ${rating.raterId}`),
		check('ratings_guest_key_is_a_guests', sql`${rating.guestKey} is null or ${rating.raterId} = 1`),
	],
)

/**
 * The Idempotency-Keys of ratings that their raters changed, took back, dropped before an answer came, or kept at log-in, and
 * of those that moved to another guest cookie. A late repeat of the first request must not save a second one. Only hashes:
 * the rows tell neither the driver nor what was said. Kept for 30 days.
 */
export const usedRequestKeys = sqliteTable(
	'used_request_keys',
	{
		/** SHA-256 of the rater's id and the key, hex. The key itself is nowhere on disk. */
		keyHash: text().primaryKey(),
		raterId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The rating; null once it is taken back. */
		ratingId: integer().references(() => ratings.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
		/** SHA-256 of the key and what was said first, hex; null once it is taken back. */
		saidHash: text(),
		/** When it was noted here, or the rating taken back. */
		createdAt: createdAt(),
	},
	(used) => [
		index('used_request_keys_of_rating').on(used.ratingId),
		index('used_request_keys_of_rater').on(used.raterId),
		index('used_request_keys_by_age').on(used.createdAt),
		check('used_request_keys_taken_back', sql`(${used.ratingId} is null) = (${used.saidHash} is null)`),
	],
)

/** The guests' ratings that a member took along when they came in. Rows go after 24 hours; until then each can be given back. */
export const ratingsTakenAlong = sqliteTable(
	'ratings_taken_along',
	{
		ratingId: integer()
			.primaryKey()
			.references(() => ratings.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The guest that it goes back to, as in `ratings`. Follows that guest to their next cookie. */
		guestKey: text().notNull(),
		takenAt: moment().notNull(),
		/** The member's placeholder for the same driver went: it comes back with the giving back. */
		hadPlaceholder: integer({ mode: 'boolean' }).notNull(),
	},
	(taken) => [
		index('ratings_taken_along_by').on(taken.userId),
		index('ratings_taken_along_from').on(taken.guestKey),
		index('ratings_taken_along_by_age').on(taken.takenAt),
	],
)

/** Guests' ratings that a member gave back: they are not taken along by the same account again. Kept for 30 days. */
export const ratingsNotMine = sqliteTable(
	'ratings_not_mine',
	{
		ratingId: integer()
			.notNull()
			.references(() => ratings.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		createdAt: createdAt(),
	},
	(notMine) => [
		primaryKey({ columns: [notMine.ratingId, notMine.userId] }),
		index('ratings_not_mine_of').on(notMine.userId),
		index('ratings_not_mine_by_age').on(notMine.createdAt),
	],
)

/** Road trips: on each, everybody in the car rates every driver, and nothing is known before all of it is opened. */
export const trips = sqliteTable(
	'trips',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		/** Of its link, which is the permission to know of it. */
		token: text().notNull(),
		name: text().notNull(),
		/** Null once they have left. */
		makerId: integer().references(() => users.id, { onDelete: 'set null' }),
		createdAt: createdAt(),
		/** Null until its maker says so, or twelve hours have passed. */
		arrivedAt: moment(),
		openedAt: moment(),
		/** How many were in when it was opened, which is when the seats go. */
		seats: integer(),
	},
	(trip) => [
		uniqueIndex('trips_token').on(trip.token),
		index('trips_of_maker').on(trip.makerId).where(sql`${trip.makerId} is not null`),
		index('trips_not_open').on(trip.createdAt).where(sql`${trip.openedAt} is null`),
		index('trips_opened').on(trip.openedAt).where(sql`${trip.openedAt} is not null`),
		check('trips_open_has_arrived', sql`${trip.openedAt} is null or ${trip.arrivedAt} is not null`),
	],
)

/** Whom a trip is about, as they were chosen: a claimed ghost stands for its claimer. */
export const tripDrivers = sqliteTable(
	'trip_drivers',
	{
		tripId: integer()
			.notNull()
			.references(() => trips.id, { onDelete: 'cascade' }),
		driverId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Its place in the list, from 0. */
		place: integer().notNull(),
	},
	(driver) => [
		primaryKey({ columns: [driver.tripId, driver.driverId] }),
		index('trip_drivers_of_driver').on(driver.driverId),
	],
)

/** Who is in the car. Nobody is told, and the rows go when the trip is opened. */
export const tripSeats = sqliteTable(
	'trip_seats',
	{
		id: integer().primaryKey(),
		tripId: integer()
			.notNull()
			.references(() => trips.id, { onDelete: 'cascade' }),
		/** The member; null for guests. */
		userId: integer().references(() => users.id, { onDelete: 'cascade' }),
		/** The guest, as in `ratings`; null for members. */
		guestKey: text(),
		/** The Idempotency-Key with which the seat was taken. */
		requestKey: text(),
	},
	(seat) => [
		uniqueIndex('trip_seats_of_member').on(seat.tripId, seat.userId).where(sql`${seat.userId} is not null`),
		uniqueIndex('trip_seats_of_guest').on(seat.tripId, seat.guestKey).where(sql`${seat.guestKey} is not null`),
		// Also of seats without a key: by it all seats of a trip are found.
		uniqueIndex('trip_seats_request').on(seat.tripId, seat.requestKey),
		index('trip_seats_by_member').on(seat.userId).where(sql`${seat.userId} is not null`),
		index('trip_seats_by_guest').on(seat.guestKey).where(sql`${seat.guestKey} is not null`),
		check('trip_seats_of_one', sql`(${seat.userId} is null) <> (${seat.guestKey} is null)`),
	],
)

/**
 * The drivers for whom sealed verdicts wait for the evening post, kept by triggers on `ratings`: which of them are due is then known without
 * looking at what waits.
 */
export const sealedWaits = sqliteTable(
	'sealed_waits',
	{
		driverId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** When the oldest was given. */
		oldestAt: moment().notNull(),
		/** Since when verdicts of two raters wait; null while all are of one. */
		secondRaterAt: moment(),
	},
	(wait) => [
		index('sealed_waits_by_age').on(wait.oldestAt),
		index('sealed_waits_of_two').on(wait.secondRaterAt).where(sql`${wait.secondRaterAt} is not null`),
	],
)

/** How many of the ratings came on each UTC day, kept by triggers on `ratings`, so that nobody has to count them. */
export const ratingDays = sqliteTable('rating_days', {
	/** Days since 1970. */
	day: integer().primaryKey(),
	ratings: integer().notNull(),
})

/**
 * What drivers reported of their ratings. What a rating says is in its own row alone: of one that was taken back or removed
 * nothing stays but that it was reported. Triggers on `ratings` end the report of a rating that goes or says something else.
 */
export const ratingReports = sqliteTable(
	'rating_reports',
	{
		/** Random, so that no order tells more than the day. */
		id: integer().primaryKey(),
		driverId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Null once that rating is gone, or says something else: then it may be reported anew. */
		ratingId: integer().references(() => ratings.id, { onDelete: 'set null' }),
		/** The start of the UTC day on which the rating was given. */
		ratedOn: moment().notNull(),
		reason: text({ enum: ['not_my_ride', 'harassment', 'mistake', 'other'] }).notNull(),
		status: text({ enum: ['reported', 'kept', 'removed', 'withdrawn'] })
			.notNull()
			.default('reported'),
		/** To the millisecond, for the limit of a day; it leaves the server as a day. */
		reportedAt: moment().notNull(),
		decidedAt: moment(),
	},
	(report) => [
		uniqueIndex('rating_reports_once').on(report.ratingId).where(sql`${report.ratingId} is not null`),
		index('rating_reports_of_driver').on(report.driverId, report.reportedAt),
		// As hosts read them: open ones first, then by day; within a day in no order that tells anything.
		index('rating_reports_in_order').on(
			sql`${report.status} = 'reported'`,
			sql`${report.reportedAt} / 86400000`,
			report.id,
		),
		check('rating_reports_reason', sql`${report.reason} in ('not_my_ride', 'harassment', 'mistake', 'other')`),
		check('rating_reports_status', sql`${report.status} in ('reported', 'kept', 'removed', 'withdrawn')`),
	],
)

/**
 * What hosts and the operator's commands did, for 90 days. Names are those of the time; a trigger takes out the name of
 * somebody whose row goes.
 */
export const journal = sqliteTable(
	'journal',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		/** The start of the minute. */
		at: moment().notNull(),
		by: text({ enum: ['host', 'terminal'] }).notNull(),
		/** The host; null for the terminal, and once they have left. */
		actorId: integer().references(() => users.id, { onDelete: 'set null' }),
		actorName: text(),
		/** One of contract/host/journal.ts. */
		act: text().notNull(),
		/** To whom: a member or a ghost. */
		subjectId: integer().references(() => users.id, { onDelete: 'set null' }),
		subjectName: text(),
		/** The second name that belongs to the act: whose claim was undone, what a person is called now. */
		otherId: integer().references(() => users.id, { onDelete: 'set null' }),
		otherName: text(),
		/** What is not a person: the name of a backup, the number of an invitation. */
		detail: text(),
	},
	(line) => [
		index('journal_by_age').on(line.at),
		index('journal_of_actor').on(line.actorId).where(sql`${line.actorId} is not null`),
		index('journal_of_subject').on(line.subjectId).where(sql`${line.subjectId} is not null`),
		index('journal_of_other').on(line.otherId).where(sql`${line.otherId} is not null`),
		check('journal_by', sql`${line.by} in ('host', 'terminal')`),
	],
)

/**
 * One row from the deletion of an account until the file is rewritten: until then unused parts of it may hold copies of what was
 * deleted. It outlives the process, as a large file is rewritten at night only.
 */
export const rewriteDue = sqliteTable(
	'rewrite_due',
	{
		id: integer().primaryKey(),
		/** When the first of these accounts was deleted. */
		since: moment().notNull(),
		accounts: integer().notNull(),
	},
	(due) => [check('rewrite_due_one', sql`${due.id} = 1`)],
)

/** When backups were last read to their last page and found good. */
export const backupChecks = sqliteTable('backup_checks', {
	/** Of the file in the backup folder. */
	name: text().primaryKey(),
	verifiedAt: moment().notNull(),
})

/** One row a driver, kept by triggers on `ratings` (see the migrations), so that a card costs the same at any size. */
export const driverStats = sqliteTable('driver_stats', {
	driverId: integer()
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	totalRides: integer().notNull().default(0),
	starSum: integer().notNull().default(0),
	oneStar: integer().notNull().default(0),
	twoStars: integer().notNull().default(0),
	threeStars: integer().notNull().default(0),
	fourStars: integer().notNull().default(0),
	fiveStars: integer().notNull().default(0),
	...forEachOf(COUNT_KEYS, () => integer().notNull().default(0)),
})

/**
 * The same for a driver and a month of UTC, kept by triggers on `ratings`: what a month or a year has come to is known without
 * looking at its ratings. No row stays of a month that no verdict is left of.
 */
export const driverMonths = sqliteTable(
	'driver_months',
	{
		/** `2026-11` */
		month: text().notNull(),
		driverId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		rides: integer().notNull(),
		starSum: integer().notNull(),
		oneStar: integer().notNull(),
		twoStars: integer().notNull(),
		threeStars: integer().notNull(),
		fourStars: integer().notNull(),
		fiveStars: integer().notNull(),
		smoothRides: integer().notNull(),
		safeRides: integer().notNull(),
		goodVibes: integer().notNull(),
	},
	(month) => [
		primaryKey({ columns: [month.month, month.driverId] }),
		index('driver_months_of_driver').on(month.driverId, month.month),
	],
)

export const hiddenDrivers = sqliteTable(
	'hidden_drivers',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		driverId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		hiddenAt: moment().notNull(),
	},
	(hidden) => [
		uniqueIndex('hidden_drivers_once').on(hidden.userId, hidden.driverId),
		index('hidden_drivers_of_driver').on(hidden.driverId),
	],
)

/** In the spec's data model; no screen uses it yet. */
export const friendships = sqliteTable(
	'friendships',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		friendId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		status: text().notNull().default('pending'),
		createdAt: createdAt(),
	},
	(friendship) => [
		uniqueIndex('friendships_once').on(friendship.userId, friendship.friendId),
		check('friendships_of_two', sql`${friendship.userId} <> ${friendship.friendId}`),
	],
)

/**
 * The key that the instance signs the addresses of its pictures with: one row, made by the migration. Here and not in a
 * file beside the data, so that it is in every backup. It never leaves the server.
 */
export const signingKey = sqliteTable(
	'signing_key',
	{ id: integer().primaryKey(), key: blob({ mode: 'buffer' }).notNull() },
	(made) => [
		check('signing_key_one', sql`${made.id} = 1`),
		check('signing_key_of_256_bits', sql`length(${made.key}) = 32`),
	],
)

/** One row, made by the migration, so that it is in every backup. */
export const instance = sqliteTable(
	'instance',
	{
		id: integer().primaryKey(),
		/** Random. Passkeys carry it in their user handle: another instance at this host has another one. */
		tag: blob({ mode: 'buffer' }).notNull(),
	},
	(made) => [
		check('instance_one', sql`${made.id} = 1`),
		check('instance_tag_of_64_bits', sql`length(${made.tag}) = 8`),
	],
)

/** What members get in with instead of a password. Only public keys. */
export const passkeys = sqliteTable(
	'passkeys',
	{
		/** As the browser says it, in base64url. */
		credentialId: text().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The host name it was made at, and the only one where browsers offer it. */
		rpId: text().notNull(),
		publicKey: blob({ mode: 'buffer' }).notNull(),
		signCount: integer().notNull(),
		/** JSON: how browsers reach the device, in the words of WebAuthn. */
		transports: text({ mode: 'json' }).$type<string[]>().notNull(),
		isBackedUp: integer({ mode: 'boolean' }).notNull(),
		label: text().notNull(),
		createdAt: createdAt(),
		/** The start of a UTC day. */
		lastUsedOn: moment(),
	},
	(passkey) => [
		index('passkeys_of_user').on(passkey.userId),
		check('passkeys_label', sql`length(${passkey.label}) between 1 and 40`),
	],
)

/** Who a member is elsewhere: at the OpenID provider, or to the proxy, whose issuer is 'proxy'. */
export const linkedIdentities = sqliteTable(
	'linked_identities',
	{
		issuer: text().notNull(),
		subject: text().notNull(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** What they are called there. */
		name: text().notNull(),
		linkedAt: moment().notNull(),
		/** The start of a UTC day. */
		lastUsedOn: moment(),
	},
	(identity) => [
		primaryKey({ columns: [identity.issuer, identity.subject] }),
		uniqueIndex('linked_identities_of_user').on(identity.userId, identity.issuer),
	],
)

/** Passkeys and connected accounts that were removed. A backup from before still has them, and a restore removes them again. */
export const removedWaysIn = sqliteTable('removed_ways_in', {
	/** SHA-256, hex, as `db/removed-ways-in.ts` makes it: whose it was is not kept. */
	hash: text().primaryKey(),
	removedAt: moment().notNull(),
})

/** What members chose about the news that leaves the house, and what they were told. No row: they get none. */
export const newsSettings = sqliteTable(
	'news_settings',
	{
		userId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		rhythm: text({ enum: ['evenings', 'sundays', 'never'] }).notNull(),
		/** Of the day, on their wall clock: half hours from 8:00 to 21:00. */
		minute: integer().notNull(),
		/** By IANA. */
		timeZone: text().notNull(),
		byMail: integer({ mode: 'boolean' }).notNull().default(false),
		/** The newest `ratings.id` that they were told of, or that there was when they began; it never leaves the server. */
		toldUntil: integer().notNull(),
		/** Until when they were told of claims and reports, or when they began. */
		toldAt: moment().notNull(),
		/** Their last slot, whether or not there was anything to tell; null before the first. */
		slotAt: moment(),
		/** Their next slot, or the morning before it if a ghost of theirs was claimed; null while they want none. */
		nextAt: moment(),
	},
	(news) => [
		index('news_settings_due').on(news.nextAt).where(sql`${news.nextAt} is not null`),
		check('news_settings_minute', sql`${news.minute} between 480 and 1260 and ${news.minute} % 30 = 0`),
	],
)

/** Phones and other browsers that ring. */
export const pushSubscriptions = sqliteTable(
	'push_subscriptions',
	{
		/** Random. */
		id: integer().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** It ends with this session. */
		sessionHash: text()
			.notNull()
			.references(() => sessions.tokenHash, { onDelete: 'cascade' }),
		/** An address at the browser's push service, and the right to send there. */
		endpoint: text().notNull(),
		p256dh: blob({ mode: 'buffer' }).notNull(),
		auth: blob({ mode: 'buffer' }).notNull(),
		/** 'Firefox on Android', as far as it says. */
		browser: text(),
		createdAt: createdAt(),
		/** The start of a UTC day. */
		lastOkOn: moment(),
		/** Since the last success. */
		failures: integer().notNull().default(0),
		/** When the first of them was; null without any. */
		failingSince: moment(),
	},
	(subscription) => [
		uniqueIndex('push_subscriptions_endpoint').on(subscription.endpoint),
		index('push_subscriptions_of_user').on(subscription.userId),
		index('push_subscriptions_of_session').on(subscription.sessionHash),
		check('push_subscriptions_id_of_50_bits', sql`${subscription.id} between 1 and 1125899906842623`),
		check('push_subscriptions_key', sql`length(${subscription.p256dh}) = 65`),
		check('push_subscriptions_auth', sql`length(${subscription.auth}) = 16`),
	],
)

/**
 * What push services know the instance by (VAPID): one row, made when `push-contact` is first set. Here, so that it is in
 * every backup: a lost key silences every phone.
 */
export const pushKey = sqliteTable(
	'push_key',
	{
		id: integer().primaryKey(),
		/** PKCS #8. */
		privateKey: blob({ mode: 'buffer' }).notNull(),
		/** An uncompressed point of P-256. */
		publicKey: blob({ mode: 'buffer' }).notNull(),
	},
	(made) => [check('push_key_one', sql`${made.id} = 1`), check('push_key_point', sql`length(${made.publicKey}) = 65`)],
)

/** The one link with which a member shows that they read what is mailed to an address; asking again replaces it. */
export const emailChecks = sqliteTable(
	'email_checks',
	{
		userId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** SHA-256 of the link's token, hex. */
		tokenHash: text().notNull(),
		email: text().notNull(),
		expiresAt: moment().notNull(),
	},
	(sent) => [uniqueIndex('email_checks_token').on(sent.tokenHash)],
)
