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
import { NOTICE_KINDS } from '#contract/notices.ts'
import type { Sticker } from '#contract/stickers.ts'
import type { RatingState } from './rating-state.ts'

/*
 * The schema of the data file. Columns are snake_case on disk (`casing` in drizzle.config.ts and database.ts). Every table
 * is STRICT: drizzle-kit cannot express that, so the migrations add it and database.test.ts checks it. Times are
 * milliseconds since 1970.
 */

const moment = () => integer({ mode: 'timestamp_ms' })
const createdAt = () => moment().notNull()
const impression = <Key extends ImpressionKey>(key: Key) => text({ enum: valuesOf(key) }).notNull()
const valuesOf = <Key extends ImpressionKey>(key: Key) =>
	[...IMPRESSIONS[key].values] as [...(typeof IMPRESSIONS)[Key]['values']]

/**
 * Members, ghosts, and two built-in rows: id 1 is the guest, id 2 the demo driver. Triggers keep the folded names of members
 * in `users_search`, a trigram index (FTS5) that drizzle does not know; `users_search_terms` holds its trigrams.
 */
export const users = sqliteTable(
	'users',
	{
		id: integer().primaryKey(),
		username: text().notNull(),
		displayName: text(),
		email: text(),
		passwordHash: text(),
		avatarId: integer().notNull(),
		isGhost: integer({ mode: 'boolean' }).notNull().default(false),
		ghostClaimToken: text(),
		/**
		 * True if the token replaced another one. Only the creator sees it then, because a rater may be the reason for the
		 * replacement.
		 */
		isTokenForCreatorOnly: integer({ mode: 'boolean' }).notNull().default(false),
		claimedById: integer().references((): AnySQLiteColumn => users.id),
		/** Null for claims made under schema 2 or older. */
		claimedAt: moment(),
		/**
		 * SHA-256 of the claim token that was used, in hex; reopening that link leads its claimer to their profile. Null for
		 * claims made under schema 9 or older.
		 */
		usedClaimTokenHash: text(),
		createdById: integer().references((): AnySQLiteColumn => users.id),
		isRevealDue: integer({ mode: 'boolean' }).notNull().default(false),
		lastRatingNotificationAt: moment(),
		/** The `wireId` of a rating they received; triggers move it down when that rating is deleted. */
		lastSeenRatingId: integer(),
		lastRatingReceivedAt: moment(),
		isLatestRatingsSeen: integer({ mode: 'boolean' }).notNull().default(true),
		createdAt: createdAt(),
		/** Host of the instance. Members at the desktop app's own window act as hosts without this flag. */
		isHost: integer({ mode: 'boolean' }).notNull().default(false),
		/** The start of the UTC day of their last use; null for ghosts, and for members not seen since schema 7. */
		lastSeenOn: moment(),
		emailVerifiedAt: moment(),
		/** A tag of contract/languages.ts; null follows each browser. */
		language: text(),
		/**
		 * `displayName` after `foldedName` (contract/folded-name.ts), for search and order, because SQLite cannot fold it. See
		 * `withFoldedName`.
		 */
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
		/** SHA-256 of the cookie's token, in hex. The token itself is never stored. */
		tokenHash: text().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		createdAt: createdAt(),
		lastUsedAt: moment().notNull(),
		expiresAt: moment().notNull(),
		userAgent: text(),
		confirmedAt: moment(),
		signedInBy: text({ enum: ['password', 'passkey', 'oidc', 'proxy'] })
			.notNull()
			.default('password'),
	},
	(session) => [index('sessions_of_user').on(session.userId, session.lastUsedAt)],
)

export const invites = sqliteTable(
	'invites',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		tokenHash: text().notNull(),
		note: text(),
		maxUses: integer(),
		uses: integer().notNull().default(0),
		/** A one-time link for the first account, made at start or by command; it works even if sign-up is closed. */
		isSetup: integer({ mode: 'boolean' }).notNull().default(false),
		createdAt: createdAt(),
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

/** One per member; a new request replaces it. */
export const passwordResets = sqliteTable(
	'password_resets',
	{
		userId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		tokenHash: text().notNull(),
		createdAt: createdAt(),
		expiresAt: moment().notNull(),
		/** Null if the member requested it by mail. Using a link made by a host or at the terminal is recorded. */
		madeBy: text({ enum: ['host', 'terminal'] }),
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
		 * Insertion order. It never leaves the server, because sequential ids reveal when a rating was given. A sealed rating
		 * gets a new id when it is opened.
		 */
		id: integer().primaryKey({ autoIncrement: true }),
		/** 50 random bits, generated by SQLite on insert. */
		wireId: integer().notNull().default(sql`(abs(random() % 1125899906842623) + 1)`),
		driverId: integer()
			.notNull()
			.references(() => users.id),
		raterId: integer()
			.notNull()
			.references(() => users.id),
		...(forEachOf(IMPRESSION_KEYS, impression) as { [Key in ImpressionKey]: ReturnType<typeof impression<Key>> }),
		starRating: integer().notNull(),
		/** SHA-256 of the guest cookie's token, in hex; null for members. */
		guestKey: text(),
		requestKey: text(),
		state: integer().$type<RatingState>().notNull().default(sql`false`),
		createdAt: createdAt(),
		/**
		 * For a driver who is a member: 1 is new, 2 is new with its notice closed, 0 was seen on their profile. Triggers
		 * withdraw the notice when no 1 is left.
		 */
		unseen: integer('is_unseen').$type<0 | 1 | 2>().notNull().default(sql`false`),
		/** The ghost whose claim moved the rating to this driver, so that the claim can be undone. */
		claimedFromId: integer().references((): AnySQLiteColumn => users.id, { onDelete: 'set null' }),
		reply: text().$type<Sticker>(),
		isReplyNew: integer({ mode: 'boolean' }).notNull().default(false),
		/**
		 * The road trip on which it was given; a sealed rating opens together with its trip. Set to null when the trip is
		 * deleted.
		 */
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
 * The Idempotency-Keys of ratings that were changed, deleted, cancelled before a response, kept at log-in, or moved to
 * another guest cookie. A late retry of the first request must not save a second rating. Rows hold only hashes, which reveal
 * neither the driver nor the verdict, and are kept for 30 days.
 */
export const usedRequestKeys = sqliteTable(
	'used_request_keys',
	{
		/** SHA-256 of the rater's id and the key, in hex. The key itself is never stored. */
		keyHash: text().primaryKey(),
		raterId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		ratingId: integer().references(() => ratings.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
		/** SHA-256 of the key and the original content, in hex; null after the rating is deleted. */
		saidHash: text(),
		createdAt: createdAt(),
	},
	(used) => [
		index('used_request_keys_of_rating').on(used.ratingId),
		index('used_request_keys_of_rater').on(used.raterId),
		index('used_request_keys_by_age').on(used.createdAt),
		check('used_request_keys_taken_back', sql`(${used.ratingId} is null) = (${used.saidHash} is null)`),
	],
)

/**
 * Guest ratings that a member adopted at sign-in. Each can be returned to the guest for 24 hours; then the row is deleted.
 */
export const ratingsTakenAlong = sqliteTable(
	'ratings_taken_along',
	{
		ratingId: integer()
			.primaryKey()
			.references(() => ratings.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		guestKey: text().notNull(),
		takenAt: moment().notNull(),
		hadPlaceholder: integer({ mode: 'boolean' }).notNull(),
	},
	(taken) => [
		index('ratings_taken_along_by').on(taken.userId),
		index('ratings_taken_along_from').on(taken.guestKey),
		index('ratings_taken_along_by_age').on(taken.takenAt),
	],
)

/** The same account does not adopt these again. Kept for 30 days. */
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

export const trips = sqliteTable(
	'trips',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		/** Holding the link is the permission to see the trip. */
		token: text().notNull(),
		name: text().notNull(),
		makerId: integer().references(() => users.id, { onDelete: 'set null' }),
		createdAt: createdAt(),
		arrivedAt: moment(),
		openedAt: moment(),
		/** Set when the trip is opened. Trips opened under schema 18 or older have lost their `trip_seats`. */
		seats: integer(),
		/** The moment for which the opening is announced to all phones; null until then. */
		opensAt: moment(),
	},
	(trip) => [
		uniqueIndex('trips_token').on(trip.token),
		index('trips_of_maker').on(trip.makerId).where(sql`${trip.makerId} is not null`),
		index('trips_not_open').on(trip.createdAt).where(sql`${trip.openedAt} is null`),
		index('trips_opened').on(trip.openedAt).where(sql`${trip.openedAt} is not null`),
		check('trips_open_has_arrived', sql`${trip.openedAt} is null or ${trip.arrivedAt} is not null`),
	],
)

export const tripDrivers = sqliteTable(
	'trip_drivers',
	{
		tripId: integer()
			.notNull()
			.references(() => trips.id, { onDelete: 'cascade' }),
		driverId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		place: integer().notNull(),
	},
	(driver) => [
		primaryKey({ columns: [driver.tripId, driver.driverId] }),
		index('trip_drivers_of_driver').on(driver.driverId),
	],
)

/** Disclosed only to the passenger; kept as long as the trip, for the passenger's glovebox. */
export const tripSeats = sqliteTable(
	'trip_seats',
	{
		id: integer().primaryKey(),
		tripId: integer()
			.notNull()
			.references(() => trips.id, { onDelete: 'cascade' }),
		userId: integer().references(() => users.id, { onDelete: 'cascade' }),
		guestKey: text(),
		requestKey: text(),
	},
	(seat) => [
		uniqueIndex('trip_seats_of_member').on(seat.tripId, seat.userId).where(sql`${seat.userId} is not null`),
		uniqueIndex('trip_seats_of_guest').on(seat.tripId, seat.guestKey).where(sql`${seat.guestKey} is not null`),
		// Covers seats without a key too, because all seats of a trip are found through this index.
		uniqueIndex('trip_seats_request').on(seat.tripId, seat.requestKey),
		index('trip_seats_by_member').on(seat.userId).where(sql`${seat.userId} is not null`),
		index('trip_seats_by_guest').on(seat.guestKey).where(sql`${seat.guestKey} is not null`),
		check('trip_seats_of_one', sql`(${seat.userId} is null) <> (${seat.guestKey} is null)`),
	],
)

/**
 * Drivers with sealed verdicts that wait for the evening post. Triggers on `ratings` maintain it, so finding the due ones
 * does not scan the waiting verdicts.
 */
export const sealedWaits = sqliteTable(
	'sealed_waits',
	{
		driverId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		oldestAt: moment().notNull(),
		/** When verdicts of a second rater started to wait; null while all come from one rater. */
		secondRaterAt: moment(),
	},
	(wait) => [
		index('sealed_waits_by_age').on(wait.oldestAt),
		index('sealed_waits_of_two').on(wait.secondRaterAt).where(sql`${wait.secondRaterAt} is not null`),
	],
)

/** Maintained by triggers on `ratings` to avoid counting. */
export const ratingDays = sqliteTable('rating_days', {
	day: integer().primaryKey(),
	ratings: integer().notNull(),
})

/**
 * Ratings that drivers reported. The content is stored in the rating's own row only: after it is deleted, nothing remains
 * but the fact of the report. Triggers on `ratings` close the report when the rating is deleted or edited.
 */
export const ratingReports = sqliteTable(
	'rating_reports',
	{
		/** Random, so that ids reveal no order within a day. */
		id: integer().primaryKey(),
		driverId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Null after the rating is deleted or edited; an edited rating can be reported again. */
		ratingId: integer().references(() => ratings.id, { onDelete: 'set null' }),
		/** The start of a UTC day. */
		ratedOn: moment().notNull(),
		reason: text({ enum: ['not_my_ride', 'harassment', 'mistake', 'other'] }).notNull(),
		status: text({ enum: ['reported', 'kept', 'removed', 'withdrawn'] })
			.notNull()
			.default('reported'),
		/** Precise to the millisecond for the daily limit; only the day leaves the server. */
		reportedAt: moment().notNull(),
		decidedAt: moment(),
	},
	(report) => [
		uniqueIndex('rating_reports_once').on(report.ratingId).where(sql`${report.ratingId} is not null`),
		index('rating_reports_of_driver').on(report.driverId, report.reportedAt),
		// The order of the hosts' list: open reports first, then by day. Ids are random, so the order within a day reveals
		// nothing.
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
 * Actions of hosts and of the operator's commands, kept for 90 days. Names are those at the time of the action; a trigger
 * removes the name of a deleted user.
 */
export const journal = sqliteTable(
	'journal',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		/** The start of the minute. */
		at: moment().notNull(),
		by: text({ enum: ['host', 'terminal'] }).notNull(),
		actorId: integer().references(() => users.id, { onDelete: 'set null' }),
		actorName: text(),
		act: text().notNull(),
		subjectId: integer().references(() => users.id, { onDelete: 'set null' }),
		subjectName: text(),
		/** The member whose claim was undone, or the user's new name. */
		otherId: integer().references(() => users.id, { onDelete: 'set null' }),
		otherName: text(),
		/** For example the name of a backup or the number of an invitation. */
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
 * One row from the deletion of an account until the file is rewritten, because free space may still hold copies of deleted
 * rows. It is stored on disk because a large file is rewritten only at night, possibly by a later process.
 */
export const rewriteDue = sqliteTable(
	'rewrite_due',
	{
		id: integer().primaryKey(),
		since: moment().notNull(),
		accounts: integer().notNull(),
	},
	(due) => [check('rewrite_due_one', sql`${due.id} = 1`)],
)

export const backupChecks = sqliteTable('backup_checks', {
	name: text().primaryKey(),
	verifiedAt: moment().notNull(),
})

/**
 * One row per driver, maintained by triggers on `ratings` (see the migrations), so that a card costs the same at any size.
 */
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
 * The same statistics per driver and UTC month, so that a month or year is summed without reading its ratings. Months
 * without verdicts have no row.
 */
export const driverMonths = sqliteTable(
	'driver_months',
	{
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

/** Own data files of other instances that a member brought. Each can be undone for a day. */
export const verdictImports = sqliteTable(
	'verdict_imports',
	{
		/** 50 random bits. */
		id: integer().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		importedAt: moment().notNull(),
		verdicts: integer().notNull(),
		drivers: integer().notNull(),
	},
	(made) => [
		index('verdict_imports_of_member').on(made.userId, made.importedAt),
		check('verdict_imports_id_of_50_bits', sql`${made.id} between 1 and 1125899906842623`),
	],
)

/** Verdicts in these files. Anyone can write such a file, so they count nowhere. */
export const broughtVerdicts = sqliteTable(
	'brought_verdicts',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		/** 50 random bits, generated by SQLite on insert. */
		wireId: integer().notNull().default(sql`(abs(random() % 1125899906842623) + 1)`),
		importId: integer()
			.notNull()
			.references(() => verdictImports.id, { onDelete: 'cascade' }),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The verdict's id on the instance where it was given. */
		sourceId: integer().notNull(),
		/** The driver's name on that instance. */
		driver: text().notNull(),
		...(forEachOf(IMPRESSION_KEYS, impression) as { [Key in ImpressionKey]: ReturnType<typeof impression<Key>> }),
		starRating: integer().notNull(),
		createdAt: createdAt(),
	},
	(verdict) => [
		uniqueIndex('brought_verdicts_wire_id').on(verdict.wireId),
		uniqueIndex('brought_verdicts_once').on(verdict.userId, verdict.sourceId),
		index('brought_verdicts_of_member').on(verdict.userId, verdict.createdAt, verdict.id),
		index('brought_verdicts_of_import').on(verdict.importId),
		check('brought_verdicts_wire_id_of_50_bits', sql`${verdict.wireId} between 1 and 1125899906842623`),
		...IMPRESSION_KEYS.map((key) => {
			const [good, bad] = IMPRESSIONS[key].values
			return check(`brought_verdicts_${key}`, sql`${verdict[key]} in (${sql.raw(`'${good}', '${bad}'`)})`)
		}),
		check('brought_verdicts_stars', sql`${verdict.starRating} between 1 and 5`),
	],
)

/** Part of the spec's data model; no screen uses it yet. */
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
 * The key that signs picture URLs: one row, created by the migration. It is in the database rather than a file so that every
 * backup includes it. It never leaves the server.
 */
export const signingKey = sqliteTable(
	'signing_key',
	{ id: integer().primaryKey(), key: blob({ mode: 'buffer' }).notNull() },
	(made) => [
		check('signing_key_one', sql`${made.id} = 1`),
		check('signing_key_of_256_bits', sql`length(${made.key}) = 32`),
	],
)

/** One row, created by the migration, so that every backup includes it. */
export const instance = sqliteTable(
	'instance',
	{
		id: integer().primaryKey(),
		/** Random. Passkeys carry it in their user handle, which distinguishes instances on the same host name. */
		tag: blob({ mode: 'buffer' }).notNull(),
	},
	(made) => [
		check('instance_one', sql`${made.id} = 1`),
		check('instance_tag_of_64_bits', sql`length(${made.tag}) = 8`),
	],
)

export const passkeys = sqliteTable(
	'passkeys',
	{
		credentialId: text().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The host name at which browsers offer the passkey. */
		rpId: text().notNull(),
		publicKey: blob({ mode: 'buffer' }).notNull(),
		signCount: integer().notNull(),
		/** JSON: WebAuthn's transports, which hint how to reach the authenticator. */
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

/** Read-only tokens, which members make for their dashboards. */
export const accessTokens = sqliteTable(
	'access_tokens',
	{
		/** Random; names the token in its owner's list. */
		id: integer().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** SHA-256 of the token, in hex. The token itself is never stored. */
		tokenHash: text().notNull(),
		name: text().notNull(),
		createdAt: createdAt(),
		/** The start of a UTC day. */
		lastUsedOn: moment(),
	},
	(token) => [
		uniqueIndex('access_tokens_token').on(token.tokenHash),
		index('access_tokens_of_user').on(token.userId),
		check('access_tokens_name', sql`length(${token.name}) between 1 and 40`),
	],
)

/** The issuer of a proxy's identities is 'proxy'. */
export const linkedIdentities = sqliteTable(
	'linked_identities',
	{
		issuer: text().notNull(),
		subject: text().notNull(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
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

/** Removed passkeys and linked identities. Older backups still contain them, so a restore removes them again. */
export const removedWaysIn = sqliteTable('removed_ways_in', {
	/** Computed in `db/removed-ways-in.ts`; the member is not recorded. */
	hash: text().primaryKey(),
	removedAt: moment().notNull(),
})

/**
 * Accounts that were deleted, and the ghosts that went with them. Backups still contain them, until 35 days later
 * (operations/backups/left-members.ts); a restore deletes them again. A row goes when no backup needs it any more.
 */
export const leftMembers = sqliteTable('left_members', {
	userId: integer().primaryKey(),
	/** The start of the UTC day. */
	leftOn: moment().notNull(),
	/** The fate of the ratings that they had given. */
	ratings: text({ enum: ['stay', 'go'] }).notNull(),
})

/** Members' choices about news by push and mail, and the state of delivery. Members without a row get none. */
export const newsSettings = sqliteTable(
	'news_settings',
	{
		userId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		rhythm: text({ enum: ['evenings', 'sundays', 'never'] }).notNull(),
		/** Minute of the day in the member's time zone: half hours from 8:00 to 21:00. */
		minute: integer().notNull(),
		timeZone: text().notNull(),
		byMail: integer({ mode: 'boolean' }).notNull().default(false),
		/** The newest `ratings.id` that news has covered. */
		toldUntil: integer().notNull(),
		/** Claims and reports up to this time are covered. */
		toldAt: moment().notNull(),
		slotAt: moment(),
		/** Their next slot, or the preceding morning if one of their ghosts was claimed; null while news is off. */
		nextAt: moment(),
	},
	(news) => [
		index('news_settings_due').on(news.nextAt).where(sql`${news.nextAt} is not null`),
		check('news_settings_minute', sql`${news.minute} between 480 and 1260 and ${news.minute} % 30 = 0`),
	],
)

export const pushSubscriptions = sqliteTable(
	'push_subscriptions',
	{
		id: integer().primaryKey(),
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		sessionHash: text()
			.notNull()
			.references(() => sessions.tokenHash, { onDelete: 'cascade' }),
		/** Knowing this URL is the permission to send to it. */
		endpoint: text().notNull(),
		p256dh: blob({ mode: 'buffer' }).notNull(),
		auth: blob({ mode: 'buffer' }).notNull(),
		browser: text(),
		createdAt: createdAt(),
		/** The start of a UTC day. */
		lastOkOn: moment(),
		failures: integer().notNull().default(0),
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
 * The key pair that identifies the instance to push services (VAPID): one row, created when `push-contact` is first set. It
 * is in the database so that every backup includes it, because losing the key breaks every subscription.
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

/** One per member; a new request replaces it. */
export const emailChecks = sqliteTable(
	'email_checks',
	{
		userId: integer()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		tokenHash: text().notNull(),
		email: text().notNull(),
		expiresAt: moment().notNull(),
	},
	(sent) => [uniqueIndex('email_checks_token').on(sent.tokenHash)],
)

/** Notices on home that a member or guest has put away; another occurrence of the same kind is announced again. */
export const noticesPutAway = sqliteTable(
	'notices_put_away',
	{
		id: integer().primaryKey(),
		userId: integer().references(() => users.id, { onDelete: 'cascade' }),
		guestKey: text(),
		kind: text({ enum: NOTICE_KINDS }).notNull(),
		/** A trip's token, a month, a year, or a rating with its answer. */
		occurrence: text().notNull(),
		putAwayAt: moment().notNull(),
	},
	(notice) => [
		uniqueIndex('notices_put_away_by_member')
			.on(notice.userId, notice.kind, notice.occurrence)
			.where(sql`${notice.userId} is not null`),
		uniqueIndex('notices_put_away_by_guest')
			.on(notice.guestKey, notice.kind, notice.occurrence)
			.where(sql`${notice.guestKey} is not null`),
		index('notices_put_away_by_age').on(notice.putAwayAt),
		check('notices_put_away_by_one', sql`(${notice.userId} is null) <> (${notice.guestKey} is null)`),
	],
)

/** Pages at `/r/{id}` that a member or guest has sent to a chat. */
export const sentPages = sqliteTable(
	'sent_pages',
	{
		/** 128 random bits in base64url. Holding the link is the permission to see the page. */
		id: text().primaryKey(),
		userId: integer().references(() => users.id, { onDelete: 'cascade' }),
		guestKey: text(),
		kind: text({ enum: ['receipt', 'award', 'month', 'year'] }).notNull(),
		ratingId: integer().references((): AnySQLiteColumn => ratings.id, { onUpdate: 'cascade', onDelete: 'cascade' }),
		/** The pool of the receipt's joke, and its index there. */
		pool: text(),
		joke: integer(),
		/** `2026-11`, of a month or an award. */
		month: text(),
		award: text(),
		year: integer(),
		createdAt: createdAt(),
		endedAt: moment(),
	},
	(page) => [
		index('sent_pages_of_member').on(page.userId, page.createdAt).where(sql`${page.userId} is not null`),
		index('sent_pages_of_guest').on(page.guestKey, page.createdAt).where(sql`${page.guestKey} is not null`),
		index('sent_pages_of_rating').on(page.ratingId).where(sql`${page.ratingId} is not null`),
		index('sent_pages_by_age').on(page.createdAt),
		check('sent_pages_by_one', sql`(${page.userId} is null) <> (${page.guestKey} is null)`),
		check('sent_pages_kind', sql`${page.kind} in ('receipt', 'award', 'month', 'year')`),
		check('sent_pages_receipt', sql`(${page.kind} = 'receipt') = (${page.ratingId} is not null)`),
	],
)

/** The kinds of driver that a member has been, each with the UTC day on which they first saw it. */
export const kindsSeen = sqliteTable(
	'kinds_seen',
	{
		userId: integer()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		kind: text().notNull(),
		day: integer().notNull(),
	},
	(seen) => [primaryKey({ columns: [seen.userId, seen.kind] })],
)
