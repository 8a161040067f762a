import { INVALID_INPUT, NO_SUCH_JOKE } from './field-messages.ts'
import { inSentence } from './sentences.ts'
import { inLanguage, type Placeholder, type Sentence } from './text.ts'

/**
 * The sentences of refusals, in English. Each has a stable reason, finer than `code`; it stands in the catalogues beside the
 * sentence. Never give the name of a removed reason to another sentence. The browser app imports types from here only.
 */
export const REASONS = {
	// All calls
	not_found: 'Not found',
	invalid_input: INVALID_INPUT,
	not_json: 'Send application/json',
	not_valid_json: 'The body is not valid JSON',
	too_large: 'That is too much to send at once',
	incomplete: 'The request ended before all of it was there',
	invalid_header: 'Invalid {name}',
	bad_host: 'The Host of this request is not the name of a server',
	unknown_host:
		'This server does not answer under that name. Its operator can allow it with --allowed-hosts or --public-url.',
	cross_site: 'This request came from another site',
	desktop_only: 'This Backseat belongs to the desktop app on this computer. Open it there.',
	unknown_token: 'This token is unknown or has ended.',
	read_only_token: 'This token reads its owner’s home list and own card, and nothing else.',
	metrics_token: 'Send the metrics token as a bearer token',
	demo: 'Not in the demo: this account is everybody’s until the full hour. Sign up for one of your own to try that.',
	starting: 'Backseat is starting. Please try again in a moment.',
	busy: 'The server is busy. Please try again in a moment.',
	rate_limited: {
		count: 'seconds',
		one: 'Too many requests. Please try again in # second.',
		other: 'Too many requests. Please try again in # seconds.',
	},
	internal: 'Something went wrong',
	not_ready: 'The data cannot be written to right now.',
	storage_full: 'Storage is full. Nothing was saved.',
	storage_failing: 'The disk could not be written to. Nothing was saved.',
	storage_damaged: 'The data file is damaged. Nothing was saved.',

	// Identity of the caller
	not_signed_in: 'You must be logged in',
	no_session: 'Not logged in',
	sign_in_to_hide: 'You must be logged in to hide drivers',
	sign_in_to_unhide: 'You must be logged in to unhide a driver',
	sign_in_to_add: 'You must be logged in to add a driver',
	not_yours: 'You can only do this for your own account',
	not_host: 'Only hosts sit behind the wheel here.',
	confirm_first: 'Please type your password again first.',

	// Accounts and ways in
	user_not_found: 'User not found',
	wrong_credentials: 'Invalid username or password',
	wrong_password: 'That is not your current password',
	password_log_in_off: 'Passwords open nothing here. Log in with {name}.',
	username_taken: 'Username already exists',
	not_proven: 'That did not show that it is you. Once more?',
	last_way_in: 'This is your last key. Set a password first, or you lock yourself out of the car.',
	last_host: '{name} is the only host here. Make somebody else host first.',
	invitation_dead: 'This invitation is invalid, used up or expired.',
	signup_closed: 'Signing up is by invitation here. Ask whoever runs this Backseat.',
	setup_link_too_old:
		'This set-up link is too old. The operator gets a new one by starting Backseat again, or by this command: backseat invite create --setup',
	host_here_already:
		'This set-up link was for the first host here, and there is one already. The operator makes a member host with this command: backseat user host NAME on',
	reset_link_dead: 'This reset link is invalid, has been used, or has expired.',
	token_not_found: 'You have no such token.',
	too_many_tokens: {
		count: 'max',
		one: 'You have # token, and more do not fit on the dashboard. End it first.',
		other: 'You have # tokens, and more do not fit on the dashboard. End one first.',
	},
	passkeys_not_here: 'Passkeys need https and a name. At this address browsers do not offer them.',
	passkey_not_found: 'You have no such passkey.',
	passkey_taken: 'An account has this passkey already.',
	passkey_of_another_address: 'This is not a passkey for this address.',
	passkey_removed: 'We removed this passkey. Use another way in.',
	unknown_passkey: 'This passkey opens another car at this address.',
	challenge_gone: 'That took a while. Once more?',
	too_many_passkeys: {
		count: 'max',
		one: 'You have # passkey, and more do not fit on the key ring. Remove it first.',
		other: 'You have # passkeys, and more do not fit on the key ring. Remove one first.',
	},
	no_provider: 'There is no provider to log in with here.',
	no_proxy: 'No door in front of this Backseat says who you are.',
	another_at_the_door: 'The door does not say that you are that person. Load this page anew.',
	wrong_group: 'This car is for a group that you are not in. Ask whoever runs this Backseat.',
	not_invited:
		'Signing up is by invitation here. If you are on Backseat already, log in as before and connect the two in your settings.',
	not_begun_here: 'This tab has not begun to log in, or it took too long. Once more?',
	tab_secret_missing: 'The Tab-Secret is missing.',
	provider_away: '{name} does not answer. Try again in a moment.',
	provider_declined: '{name} did not let you in.',
	provider_unexpected: 'What came back from {name} is not what we asked for. Once more?',
	provider_skipped_log_in:
		'{name} did not have you log in again, so it cannot show that it is you. Log out there and try once more, or ask a host for a reset link, which gives you a password here.',
	provider_hides_log_in:
		'{name} does not say when you logged in, so it cannot show that it is you. Log out there and try once more, or ask a host for a reset link, which gives you a password here.',
	have_account_by_now: 'You have an account here by now. Log in as you did to get here, and it opens.',
	identity_taken: 'Another account here is connected to that one.',
	identity_in_the_way: 'You are connected to another account there. Disconnect that one first.',
	identity_not_found: 'You are not connected to that one.',
	too_many_identities: {
		count: 'max',
		one: 'You are connected to # account elsewhere, and more do not fit on the key ring. Disconnect it first.',
		other: 'You are connected to # accounts elsewhere, and more do not fit on the key ring. Disconnect one first.',
	},

	// Drivers and claims
	driver_not_found: 'Driver not found',
	cannot_hide_self: 'You cannot hide yourself',
	others_rated: 'Others have rated {name} too.',
	too_many_ghosts: {
		count: 'max',
		one: '# of your drivers is still waiting to be claimed. That is a full bus already.',
		other: '# of your drivers are still waiting to be claimed. That is a full bus already.',
	},
	already_claimed: 'This driver has been claimed already.',
	not_claimed: 'Nobody has claimed this driver.',
	claim_link_dead: 'This claim link is invalid or has already been used.',
	already_yours: 'These are yours already.',
	nothing_to_reveal: 'There is nothing to reveal.',

	// Ratings
	rating_not_found: 'Rating not found',
	cannot_rate_self: 'Nice try. You cannot rate your own driving.',
	rated_often: {
		wait: 'seconds',
		minutes: {
			one: 'No more than {max} verdicts on one driver in 24 hours. The next one is possible in # minute. Let them park first.',
			other:
				'No more than {max} verdicts on one driver in 24 hours. The next one is possible in # minutes. Let them park first.',
		},
		hours: {
			one: 'No more than {max} verdicts on one driver in 24 hours. The next one is possible in # hour. Let them park first.',
			other:
				'No more than {max} verdicts on one driver in 24 hours. The next one is possible in # hours. Let them park first.',
		},
	},
	key_reused: 'This Idempotency-Key was used for another rating',
	taken_back: 'This rating was taken back. Nothing was saved.',
	too_late_to_change: 'A verdict can be changed for 24 hours. This one stands.',
	left_out_and_fixed: 'A draw left this verdict out. It cannot be changed any more.',
	left_out: 'A draw left this verdict out.',
	sealed_until_trip: 'This verdict is sealed until the trip is opened.',
	sealed_until_evening: 'This verdict is sealed until the evening post.',
	rating_not_in_list: 'That rating is not in this list any more',
	already_reported: 'You have reported this rating before. Once is all it takes.',
	five_reports_a_day: {
		count: 'hours',
		one: 'Five reports in 24 hours is the limit. The next one goes through in # hour.',
		other: 'Five reports in 24 hours is the limit. The next one goes through in # hours.',
	},

	// Trips, receipts and what is sent
	trip_not_found: 'There is no such trip, or no longer.',
	trip_is_open: 'This trip is open already.',
	trip_opens_now: 'This trip is being opened right now.',
	trip_sealed: 'This trip is sealed until it is opened.',
	not_arrived: 'This trip has not arrived yet.',
	not_its_maker: 'Only the one who started this trip can do that.',
	not_on_trip: 'This driver is not on this trip.',
	not_in_the_car: 'Only those in the car rate its drivers. Get in first.',
	no_driver_left: 'None of its drivers is left.',
	car_is_full: {
		count: 'max',
		one: 'The # seat is taken. That is a bus, and it is full.',
		other: 'All # seats are taken. That is a bus, and it is full.',
	},
	too_many_guests: 'Twelve guests from this network are in this car already. With an account you can get in, too.',
	too_many_trips: 'Three of your trips are not open yet. Arrive with one first.',
	ten_trips_a_day: {
		count: 'hours',
		one: 'Ten trips in 24 hours is the limit. The next one starts in # hour.',
		other: 'Ten trips in 24 hours is the limit. The next one starts in # hours.',
	},
	month_to_come: 'That month is still to come.',
	year_to_come: 'That year is still to come.',
	too_few_rides: 'There are too few rides in that year.',
	award_not_yours: 'That award is not yours.',
	month_not_printed: 'That month is not printed.',
	no_such_joke: NO_SUCH_JOKE,
	members_send_that: 'That is for members to send.',
	page_not_found: 'There is no such page, or no longer.',
	sent_enough: {
		count: 'hours',
		one: 'You have sent enough for a day. The next one can go in # hour.',
		other: 'You have sent enough for a day. The next one can go in # hours.',
	},

	// News and figures
	no_mail: 'This server sends no mail.',
	no_email: 'Your account has no e-mail address.',
	email_not_verified: 'Please verify your e-mail address first.',
	email_link_dead: 'This link is invalid, has been used, or has expired.',
	stop_link_dead: 'This link is invalid.',
	no_push: 'This server rings no phones.',
	unknown_push_service: 'That is not the address of a push service that this server knows.',
	not_browser_key: 'That is no key of a browser.',
	too_many_phones: {
		count: 'max',
		one: '# of your phones rings already. Let it rest first.',
		other: '# of your phones ring already. Let one of them rest first.',
	},
	clock_off: 'Event times may be off by a day at most',

	// The file of a member's own data
	file_empty: 'The file is empty.',
	file_too_large: 'The file is larger than 8 MB.',
	file_compressed: 'The file is compressed. Unpack it first, and bring the JSON in it.',
	file_is_csv: 'This is the CSV file. Please bring the JSON file.',
	file_of_instance:
		'This is a file of a whole instance, not of one member. Its operator moves it with “backseat backup restore”.',
	file_not_ours: 'This is not a file of “Download JSON” in the settings of a Backseat.',
	file_not_utf8: 'The file is not text in UTF-8.',
	file_not_json: 'The file is not valid JSON',
	file_newer:
		'This file was written by a newer Backseat (version {version} of the file). This one must be updated first.',
	file_version_wrong: '“version” must be a whole number from 1 to {max}.',
	file_too_long: {
		count: 'count',
		one: 'There is # verdict in it; {max} fit.',
		other: 'There are # verdicts in it; {max} fit.',
	},
	file_list_missing: '“{list}” is missing.',
	file_list_wrong: '{message}.',
	file_not_object: {
		by: 'list',
		of: {
			ratingsGiven: 'Verdict {nth} is not an object.',
			broughtVerdicts: 'Brought verdict {nth} is not an object.',
		},
	},
	file_field_missing: {
		by: 'list',
		of: {
			ratingsGiven: 'Verdict {nth}: “{field}” is missing.',
			broughtVerdicts: 'Brought verdict {nth}: “{field}” is missing.',
		},
	},
	file_field_not_text: {
		by: 'list',
		of: {
			ratingsGiven: 'Verdict {nth}: “{field}” must be text.',
			broughtVerdicts: 'Brought verdict {nth}: “{field}” must be text.',
		},
	},
	file_field_wrong: {
		by: 'list',
		of: {
			ratingsGiven: 'Verdict {nth}: “{field}”: {message}.',
			broughtVerdicts: 'Brought verdict {nth}: “{field}”: {message}.',
		},
	},
	file_verdict_wrong: {
		by: 'list',
		of: {
			ratingsGiven: 'Verdict {nth}: {message}.',
			broughtVerdicts: 'Brought verdict {nth}: {message}.',
		},
	},
	file_in_future: {
		by: 'list',
		of: {
			ratingsGiven: 'Verdict {nth}: “createdAt” is in the future.',
			broughtVerdicts: 'Brought verdict {nth}: “createdAt” is in the future.',
		},
	},
	file_quotation_open: 'Line {line}: a quotation mark is missing, and the file ends.',
	file_bracket_unopened: 'Line {line}: a bracket closes that was not opened.',
	file_nested: 'Line {line}: too many brackets in each other.',
	file_values: 'Line {line}: more than a million values.',
	file_cut_off: 'Line {line}: the file ends in the middle.',
	file_key_reserved: 'Line {line}: nothing in this file may be called “{key}”.',
	file_key_twice: 'Line {line}: “{key}” is there twice.',
	file_keys: {
		count: 'max',
		one: 'Line {line}: one object has more than # key.',
		other: 'Line {line}: one object has more than # keys.',
	},
	import_not_found: 'Import not found',
	nothing_new: 'There is no verdict in this file that is not here already.',
	import_stays: 'An import can be taken back for 24 hours. This one stays.',
	too_many_brought: {
		count: 'count',
		one: 'That would make # verdict from before; {max} fit.',
		other: 'That would make # verdicts from before; {max} fit.',
	},

	// Behind the wheel
	account_not_found: 'There is no such account.',
	own_account: 'That is your own account. It is looked after in your settings.',
	invitation_not_found: 'There is no invitation {id}.',
	light_not_on: 'That light is not on',
	no_alerts: 'No alerts are sent from here',
	alert_missed: '{missed}',
	report_not_found: 'There is no such report.',
	reports_page_not_found: 'There is no such page of reports.',
	report_kept: 'This rating was kept already.',
	report_removed: 'This rating was removed already.',
	report_withdrawn: 'This rating is gone, or says something else now. There is nothing left to decide.',
	own_driving: 'This one is about your own driving. Another host decides it.',
	backup_not_found: 'There is no such backup',
	no_data_file: 'This Backseat keeps its data in memory',
	no_room:
		'The disk is nearly full: {needed} must be free, for this backup and the next daily one, and {free} are. Remove backups that you made, or make room at the machine itself.',
	not_by_hand: 'Backseat made this one by itself, and removes it by itself.',
	in_use: 'It is being read to its last page. Wait a moment.',
	not_removed: 'The file could not be removed ({cause}).',
	backups_unreadable:
		'The folder of the backups cannot be read ({cause}). Only somebody at the machine itself can mend that.',
} as const satisfies Record<string, Sentence>

type Reasons = typeof REASONS
export type Reason = keyof Reasons
type Values<Text extends string> = Record<Placeholder<Text>, string | number>
type ParamsOf<S> = S extends string
	? Values<S>
	: S extends { count: infer Count extends string; one: infer One extends string; other: infer Other extends string }
		? Values<One | Other> & Record<Count, number>
		: S extends { wait: infer Seconds extends string; hours: { other: infer Other extends string } }
			? Values<Other> & Record<Seconds, number>
			: S extends { by: infer Choice extends string; of: infer Texts extends Record<string, string> }
				? Values<Texts[keyof Texts]> & Record<Choice, keyof Texts>
				: never

/** A reason whose sentence is always the same. */
export type PlainReason = {
	[R in Reason]: Reasons[R] extends string ? ([Placeholder<Reasons[R]>] extends [never] ? R : never) : never
}[Reason]

/** A reason with the values in its sentence. */
export type Because =
	| { reason: PlainReason; params?: undefined }
	| { [R in Exclude<Reason, PlainReason>]: { reason: R; params: ParamsOf<Reasons[R]> } }[Exclude<Reason, PlainReason>]

/** The message on the wire: English, whatever the language of the page, and without marks around names. */
export const sentenceOf = ({ reason, params }: Because): string =>
	inLanguage(null, () => inSentence(REASONS[reason], params ?? {}, (name) => name))

/** Only programs meet these, so they are not translated. */
export const FOR_PROGRAMS: ReadonlySet<Reason> = new Set<Reason>([
	'not_json',
	'not_valid_json',
	'incomplete',
	'invalid_header',
	'bad_host',
	'cross_site',
	'unknown_token',
	'read_only_token',
	'metrics_token',
	'tab_secret_missing',
	'clock_off',
])
