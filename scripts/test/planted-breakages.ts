// biome-ignore-all lint/suspicious/noTemplateCurlyInString: snippets of sources
// Plausible faults of a hurried developer. `bun scripts/test/breakages.ts` plants each alone and prints which test catches it.
// A pair is a snippet that occurs exactly once in the production sources, in any file, and its replacement; whitespace is
// normalised. When a snippet is rewritten, add a pair with its new text after the old one, so that older commits stay
// measurable. Each fault compiles, except for unused names.

/** The group of tests that must catch the fault, as listed by `TESTS_OF` in breakages.ts. */
export type Half = 'server' | 'db' | 'ui' | 'shell' | 'contract' | 'weights'

type Pairs = [find: string, replace: string, ...others: string[]]

export const planted: Record<Half, Record<string, Pairs>> = {
	server: {
		'a look of the overview that fails is left out': [
			"return [unknown(about, marked('it could not be looked at ({code})', { code }))]",
			'return code ? [] : [unknown(about, code)]',
		],
		'the slip of a story covers the address of the card': [
			'content.link !== undefined ? 0 : lower',
			'content.link !== undefined ? lower : 0',
		],
		'the last lines of a slip are drawn above its paper': ['(y < 0 ? height : top) + y * scale', 'top + y * scale'],
		'the doctor ends with 0 in spite of a problem': ['if (!isHealthy) endWith(1)', ''],
		'a host can put out any warning light': [
			'const key = canBeFine ? keyOf(finding) : null',
			'const key = keyOf(finding)',
		],
		'the overview says that data are saved that are not': [
			"isWell ? ok(DATABASE, marked('{file} takes what is saved', { file: dataFile })) : unwell(dataFile)",
			"ok(DATABASE, marked('{file} takes what is saved', { file: dataFile }))",
		],
		'a demo closes nothing on the members whom visitors share': ['refuse: refuseOnSharedMember,', ''],
		'a demo starts again with limits of its own': [
			'clock, limits, passwords })\n\t\tconst openings',
			'clock, passwords })\n\t\tconst openings',
		],
		'a rewritten backup still knows that a member left': [
			'queries.leaving.forgetLeft(left.map(({ userId }) => userId))',
			'',
		],
		'the last whole backup is removed without another one': ['replaceIfLast(paths, copy, now)', ''],
		'a restore forgets who left': ['keepNotesOf(staged, left)', ''],
		'backseat ghost delete does not ask': [
			"if (!claimer) await confirm({ question, expected: 'yes', isConfirmed })",
			'',
		],
		'backseat report remove does not ask': [
			"if (one.status === 'reported') await confirm({",
			"if (one.status === 'kept') await confirm({",
		],
		'backseat user delete does not ask': [
			'expected: username, isConfirmed: yes === true',
			'expected: username, isConfirmed: true',
		],
		'backseat report keep removes the rating': ['.keep(TERMINAL, idIn(text))', '.remove(TERMINAL, idIn(text))'],
		'backseat user host off makes a host': [
			'else peopleOf(data).unmakeHost(TERMINAL, id)',
			'else peopleOf(data).makeHost(TERMINAL, id)',
		],
		'a full disk alerts by day only': [
			"over: 'The disk has room again.', urgency: 'high'",
			"over: 'The disk has room again.', urgency: 'normal'",
		],
		'a trouble is forgotten until the next look': [
			'if (last && !isAgo(last.at, everyMs, seen.now)) return last.found',
			'if (last && !isAgo(last.at, everyMs, seen.now)) return undefined',
		],
		'a look for trouble that fails counts as good news': [
			'// An unreadable folder is reported by the doctor. return undefined',
			'return null',
		],
		'each look for trouble asks the network': [
			'if (last && !isAgo(last.at, everyMs, seen.now)) return last.found',
			'if (last && everyMs < 0) return last.found',
		],
		'a certificate that cannot be read counts as good': [
			"if (certificate === 'unknown') return last",
			"if (certificate === 'unknown') return null",
		],
		'a start alerts to the backup that it is about to make': [
			'if (isPatient || runs.underWay()) return undefined',
			'if (runs.underWay()) return undefined',
		],
		'an error ends a recurring job': [
			'} catch (error) { failed(error) } running = null',
			'} catch (error) { return failed(error) } running = null',
		],
		'a stopped recurring job runs again': ['stopping.abort() waiting?.cancel()', 'waiting?.cancel()'],
		'a recurring job runs once for each due time it slept through': [
			'lastRun = now running = runOnce()',
			'lastRun = due; running = runOnce()',
		],
		'a clock set back during a run delays the next one': [
			'running = null plan() wait()',
			'running = null; checkedAt = clock.now(); plan(); wait()',
		],
		'a server checks for a due backup only every other day': [
			'lastCheck ? CHECKS.everyMs : firstMs',
			'lastCheck ? 48 * CHECKS.everyMs : firstMs',
		],
		'alerts go on after a stop': ['void job.stop() await sender.stop()', 'await sender.stop()'],
		'news are taken after a stop': ['void job.stop() await taking', 'await taking'],
		'purging goes on after a stop': ['void job.stop() if (isRewriteDue', 'if (isRewriteDue'],
		'no night rewrites a large file': [
			'nextAt = isRewriteDue ? nextTimeOfDay(NIGHT, clock.now(), timeZoneOf(config)) : null',
			'nextAt = null',
		],
		'the passkey library may fetch what an attestation names': [
			"_fetchInternals.stubThis = () => Promise.reject(new Error('No request leaves for a passkey'))",
			'',
		],
		'an attestation reaches the passkey library': [
			'response: { ...answer.response, attestationObject }, clientExtensionResults: {} },',
			'clientExtensionResults: {} },',
		],
		'a request that leaves follows redirects': [
			"redirect: 'manual', keepalive: false",
			"redirect: 'follow', keepalive: false",
		],
		'a passkey of another port works here': ['origin === ownOrigin(host.name, config)', 'origin !== null'],
		'a server at localhost leaves ::1 to other programs': [
			'if (other !== null) second = serveAt(other, port',
			"if (other === 'none') second = serveAt(other, port",
		],
		'a planted cookie finishes a log-in at the provider': [
			'=> `${cookie} ${tabSecret}`',
			'=> `${cookie} ${tabSecret.slice(0, 0)}`',
		],
		'a reset link leaves the accounts elsewhere': ['queries.identities.deleteIdentitiesOf(user.id, clock.now())', ''],
		'all guests of a car share the limit of one': [
			'const rater = { viewer, address: null }',
			"const rater = { viewer, address: '' }",
		],
		'a full car that has rated stays sealed': ['announceOpening(context, done.trip, openings)', 'done.trip.id'],
		'a stranger with the link gets the slips of a trip': [
			'...(hasSeat && showOf(trip, driverIds)),',
			'...showOf(trip, driverIds),',
		],
		'an announced opening waits for the next look': [
			'Math.min(nextLook(lastRun), nextTrip)',
			'Math.min(nextLook(lastRun), nextTrip + LOOK_EVERY_MS)',
		],
		'any number of guests of one address get into a car': [
			'if (limits.guestsOfTrip.take(guestsHere(trip, address)))',
			'if (limits.guestsOfTrip.take(0))',
		],
		'passkey options tell taken names without the limit of sign-ups': [
			'joining.begin({ username, invite }, from.address)',
			'joining.check({ username, invite })',
		],
		'one address may fill the memory for challenges': ['if (ofThis.size > ofAddress) dropOldestOf(ofThis)', ''],
		'a restore revives removed passkeys': [
			'(removedAt.get(hash) ?? Number.NEGATIVE_INFINITY) >= since',
			'removedAt.size < 0',
		],
		'a mailbox with another tag counts as another': [
			'if (!limits.emailChecksTo.allows(mailboxOf(email))) return',
			'if (!limits.emailChecksTo.allows(email)) return',
		],
		'free room shows each sealed verdict': [
			'inWholeMegabytes(sizeOf(dataFileIn(dataDir)))',
			'sizeOf(dataFileIn(dataDir)) + sizeOf(`${dataFileIn(dataDir)}-wal`)',
		],
		'temporary files of the database need /tmp': [
			"sqlite.run(`PRAGMA temp_store_directory = '${dirname(path).replaceAll(\"'\", \"''\")}'`)",
			'void dirname',
		],
		'a provider that ignores max_age is asked for nothing else': [
			"{ max_age: '0', prompt: 'login' }",
			"{ max_age: '0' }",
		],
		'mail servers are greeted by an address': [
			'return names.map(withoutFinalDot).find(isFullName)',
			"return names.length < 0 ? '' : undefined",
		],
		'a closed terminal ends the server without a stop': [
			"['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'] as const",
			"['SIGTERM', 'SIGINT', 'SIGQUIT'] as const",
		],
		'a laptop that slept waits for its old timer': [
			'Math.max(0, Math.min(untilDue, CHECK_EVERY_MS))',
			'Math.max(0, untilDue)',
		],
		'a late repeat of a member adds a second rating': [
			'return wasAdopted ? guests : undefined',
			'return wasAdopted ? undefined : undefined',
		],
		'one member acts for another': ['if (userId !== null && id !== userId) throw notAllowed()', ''],
		'a host’s password counts for ever': ['age !== null && age >= 0 && age < CONFIRMED_MS', 'age !== null && age >= 0'],
		'a host made anew need not type the password': ['if (!isHost) queries.hosts.forgetConfirmations(member.id)', ''],
		'the only host steps down': ['hosts.hasHost(id) ||', 'hosts.hasHost() ||'],
		'signing a member out everywhere leaves no line in the journal': [
			"noteInJournal(context, actor, { act: 'signed_out_everywhere', subject: member })",
			'',
		],
		'a new claim link leaves no line in the journal': [
			"noteInJournal(context, actor, { act: 'ghost_link_made', subject: ghost })",
			'',
		],
		'a backup’s download is noted for each of its ranges': [
			"act: 'backup_downloaded', detail: name, isOnceAMinute: true",
			"act: 'backup_downloaded', detail: name, isOnceAMinute: false",
		],
		'guests rate as often as they like within the hour': [
			'limits.guestRatingsHourly.check(key)',
			'',
			'limits[`${who}RatingsHourly`].check(key)',
			'userId === null || limits.memberRatingsHourly.check(key)',
		],
		'a guest’s count of verdicts on a driver ends with their cookie': [
			'[guestRatings, guestRatingsHourly, ratingChanges, verdictsOnDriver]',
			'[guestRatings, guestRatingsHourly, ratingChanges]',
		],
		'a log-in starts a new count of verdicts on a driver': [
			'db.afterCommit(() => limits.verdictsOnDriver.rename(`guest ${guestKey}`, String(userId)))',
			'',
		],
		'the sixth wrong password is free, too': ['count < free ? 0', 'count <= free ? 0'],
		'a stop forgets who was guessing': ['keepLogInPauses(context)\n', '\n'],
		'a start ends the set-up link that an operator made': [
			'areLong ? gt(lifetimeMs, thanMs) : lte(lifetimeMs, thanMs)',
			'undefined',
		],
		'each visit to a sleeping group makes a daily backup': [
			'distanceMs(newest, now) <= DUE_AFTER_MS',
			'distanceMs(newest, now) < 0',
		],
		'a password that was not looked at counts as wrong': ['limits.loginFailures.undo(guesser)', ''],
		'each address of one IPv6 network has its own limits': ['parsed.parts .slice(0, 4)', 'parsed.parts .slice(0, 8)'],
		'an email address in capitals gets its own share of mails': [
			'limits.resetMailsTo.allows(mailboxOf(user.email))',
			'limits.resetMailsTo.allows(user.email)',
		],
		'a hidden ghost’s claimer is shown': ['queries.hiddenDrivers.copyHides(ghost.id, claimer.id)', ''],
		'ghosts of others are on the receipt with their ids': [
			'filter((row) => !isInCircle(row, me))',
			'filter(() => false)',
		],
		'two ratings win an award': ['filter(({ rides }) => rides >= AWARDED_FROM)', 'filter(({ rides }) => rides > 1)'],
		'a winner is named to who hid them': ['winners.filter((id) => !hidden.has(id))', 'winners.filter((id) => id > 0)'],
		'an account made by a claim is not known as such': [
			'return { claimer, claimedAt: claimer.createdAt }',
			'return { claimer, claimedAt: clock.now() }',
		],
		'of several ghosts the first gets the unmarked ratings': [
			'(ghosts.length === 1 ? ghosts[0] : undefined)',
			'ghosts[0]',
		],
		'undoing one of two claims guesses by age': ['marked === 0 && isOnlyGhost ?', 'marked === 0 || isOnlyGhost ?'],
		'the link after an undone claim is shown to all who rated': [
			'isRevealDue: false, ghostClaimToken, isTokenForCreatorOnly: true,',
			'isRevealDue: false, ghostClaimToken,',
		],
		'to a claimer every dead link is one of theirs': ['usedClaimTokenHash === hash', 'usedClaimTokenHash !== hash'],
		'the used link of an undone claim stays in the data': ['usedClaimTokenHash: null, isRevealDue', 'isRevealDue'],
		'a replaced claim link is shown to all who rated': ['if (ghost.isTokenForCreatorOnly) return false', ''],
		'a key names another driver': [
			'isSame: isSame(verdictIn(rating), verdict) && rating.driverId === driverId',
			'isSame: isSame(verdictIn(rating), verdict)',
		],
		'what was taken back comes again by its key': ['if (!found) throw takenBack()', 'if (!found) return undefined'],
		'a rating changes in the very moment it stands': [
			'rating.createdAt.getTime() >= CHANGEABLE_MS',
			'rating.createdAt.getTime() > CHANGEABLE_MS',
		],
		'a driver is told the second of a rating': [
			'DriverRating => ({ ...row, createdAt: utcDay(row.createdAt), })',
			'DriverRating => ({ ...row, createdAt: `${utcDay(row.createdAt)}${row.createdAt.toISOString().slice(10)}` })',
		],
		'a report tells the second of its rating': [
			'ratedOn: new Date(createdAt.getTime() - (createdAt.getTime() % 86_400_000))',
			'ratedOn: createdAt',
		],
		'any member reads any rating': ['|| isTheirs(found, viewer))) throw', '|| viewer.userId !== null)) throw'],
		'any member reports any rating': [
			"!isVerdict(rating)) throw notFound('rating_not_found') if (receivedRatings.hasReport",
			"!rating) throw notFound('rating_not_found')\n\t\t\t\tif (receivedRatings.hasReport",
		],
		'anybody gives back what another took along': ['rating?.raterId === me ? adopted', 'rating ? adopted'],
		'what was not mine is taken along again': ['adopted.insertNotMine({', 'void ({'],
		'what came along goes back to a cookie that is gone': ['adopted.moveGuestOfAdopted(from, to)', ''],
		'a session is open although nothing came along': ['client.cookies = cookies\n', '\n'],
		'closing the notice makes its ratings seen': [
			'if (isOnProfile) queries.ratings.markSeenBy(me)',
			'queries.ratings.markSeenBy(me)\n\t\t\t\tif (isOnProfile) return',
		],
		'a placeholder is unseen by its driver': [
			'unseen: isVerdict({ state }) && !isGhost',
			'unseen: !isGhost',
			'isVerdict(given) && readsNotices(driver) ? 1 : 0',
			'readsNotices(driver) ? 1 : 0',
		],
		'sealed verdicts open in the order of their arrival': ['shuffled(sealed).entries()', 'sealed.entries()'],
		'what was sealed after the evening is opened with it': [
			'or(lte(ratings.createdAt, givenUntil),',
			'or(lte(ratings.id, Number.MAX_SAFE_INTEGER),',
		],
		'a verdict waits one day for a second rater': [
			'new Date(evening.getTime() - WAIT_MAX_MS)',
			'new Date(evening.getTime() - 24 * HOUR_MS)',
		],
		'news of one rater leave the house at once': ['raters.size < 2 && oldestAt', 'raters.size < 1 && oldestAt'],
		'a reset link leaves the passkeys': ['queries.passkeys.deletePasskeysOf(user.id, clock.now())', ''],
		'a challenge works in any session': ['known?.session != null && known.session !== session', 'false'],
		'a passkey of anybody proves who asks': ['(userId !== null && passkey.userId !== userId)', 'false'],
		'a sealed verdict that goes is told to its driver': ['if (!isVerdict(rating)) return\n', '\n'],
		'a clock that was ahead ends the evening post': ['if (openedUntil > now.getTime()) openedUntil = 0', ''],
		'a flood of guests opens at once': ['ofGuests.length <= guestsMax', 'ofGuests.length > 0'],
		'hosts see the write-ahead log grow': ['dataBytes: inWholeMegabytes(sizeOf(dataFile))', 'dataBytes'],
		'the evening post opens what is sealed on a trip': [
			'sql`${ratings.state} = 2 and ${ratings.tripId} is null`,\n or(',
			'sql`${ratings.state} = 2`,\n or(',
		],
		'in a car everybody reads what all have said': [
			'trip.openedAt !== null ? trips.ratingsOn(trip.id, driverIds, viewer) : []',
			'trip.openedAt !== null ? trips.sealedOn(trip.id) : []',
		],
		'a ghost of whom sealed verdicts wait cannot be deleted': [
			"eq(ratings.driverId, sql.placeholder('ghostId')), sql`${ratings.state} = 0`,",
			"eq(ratings.driverId, sql.placeholder('ghostId')), sql`${ratings.state} <> 1`,",
		],
		'a guest’s token stays shared after the answer': ['client.nextGuest?.end()', ''],
		'a rating whose answer was lost brings back no cookie': [
			'if (!isMember && cookies.recoverRating(earlier, guestKeys)) db.afterCommit(request.keepGuest)',
			'if (!isMember) cookies.recoverRating(earlier, guestKeys)',
		],
		'a member who repeats a guest’s seat gets its cookie': [
			'if (!takeSeatAsGuest(trip, request)) return viewOf(trip, viewer)',
			'takeSeatAsGuest(trip, request)',
		],
		'a guest’s seat stays with the cookie before': ['moveSeats(from, to)\n', '\n'],
		'a sixth report a day is taken': ['REPORTS_A_DAY)[REPORTS_A_DAY - 1]', 'REPORTS_A_DAY + 1)[REPORTS_A_DAY]'],
		'a lone host cannot decide about the own driving': [
			"status === 'reported' && driverId === me && queries.hosts.hasHost(me)",
			"status === 'reported' && driverId === me",
		],
		'a session in use never ends': [
			'Math.min(at + SESSION_DAYS * DAY_MS, latest)',
			'Math.max(at + SESSION_DAYS * DAY_MS, latest)',
		],
		'a new password leaves others signed in': [
			'queries.sessions.deleteSessionsOf(user.id)',
			'',
			'queries.sessions.deleteSessionsAndTokensOf(user.id)',
			'',
		],
		'a token writes, too': ["request.method !== 'GET' || !addressesFor", '!addressesFor'],
		'a token reads what its owner has seen as seen': ['if (!clientOf(read).isByToken) noteReader', 'noteReader'],
		'a restore revives read-only tokens': [
			"'sessions', 'access_tokens', 'password_resets'",
			"'sessions', 'password_resets'",
		],
		'the program of backup-command is given our variables': ['env: environmentFor(env)', 'env'],
		'a program that hangs is told to end, and no more': [
			"kill = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs)",
			'',
		],
		'a token outlives a sign-out by a host': [
			'orm.delete(accessTokens).where(eq(accessTokens.userId, userId)).run()',
			'',
		],
		'a reset link outlives the email address it was sent to': [
			'if (email !== undefined) queries.passwordResets.dropReset(me)',
			'',
		],
		'a revoked invitation opens': [
			'eq(invites.tokenHash, tokenHash), isNull(invites.revokedAt),',
			'eq(invites.tokenHash, tokenHash),',
		],
		'a file of the same name is replaced by a backup': [
			'refuseExisting(target) disk.renameSync(partial, target)',
			'disk.renameSync(partial, target)',
		],
		'sessions survive a restore': [
			'endCredentials(sqlite, new Date()) if (replaced.length > 0)',
			'if (replaced.length > 0)',
		],
		'weekly backups are counted among the daily ones': ['firstOfEach(weekOf, beyond)', 'firstOfEach(weekOf, daily)'],
		'a backup that was cut off counts as today’s': [
			".find(({ kind, isWhole }) => kind === 'daily' && isWhole)",
			".find(({ kind }) => kind === 'daily')",
		],
		'a data folder open to the group is fine': [
			'const isOpenToOthers = ({ mode }: Stats) => (mode & 0o077) !== 0',
			'const isOpenToOthers = ({ mode }: Stats) => (mode & 0o007) !== 0',
		],
		'a clock a second behind the data is a problem': [
			'newestRow.getTime() > now.getTime() + LEEWAY_MS',
			'newestRow.getTime() > now.getTime()',
		],
		'allowed host names keep their capitals': ['listed(text.toLowerCase())', 'listed(text)'],
		'pages do not vary by cookie': [
			"Vary: 'Cookie, Accept-Encoding, Accept-Language'",
			"Vary: 'Accept-Encoding, Accept-Language'",
		],
		'browsers are bound to https by any trustworthy name': [
			"if (isPublicHttps) headers.set('Strict-Transport-Security'",
			"if (isTrustworthy) headers.set('Strict-Transport-Security'",
		],
		'a server for this machine alone takes names without a dot': [
			"(isForHome && !name.includes('.'))",
			"!name.includes('.')",
		],
		'a neighbour below the same domain may write': [
			"site === 'cross-site' || site === 'same-site'",
			"site === 'cross-site'",
		],
		'a body that does not tell its length may be of any': ['if (size > most) {', 'if (size > most * 1000) {'],
		'anybody sends files to a member’s imports': ['if (viewer.userId !== owner) throw notAllowed()', ''],
		'a file may have the same key twice': ['if (keys.has(key)) throw', 'if (keys.size < 0) throw'],
		'brought verdicts are among the drivers of old clients': ["(only === 'brought' || !isWithPlaceholders)", 'true'],
		'what was brought before is brought again': ['new Set([...brought, ...given])', 'new Set([...given])'],
		'writing to a probe’s address has no limit': [
			'if (isWrite(request) || !isProbe(path)) limits',
			'if (!isProbe(path)) limits',
		],
		'a page with answers in it may be kept': [
			"answers.size === 0 ? answer : { ...answer, caching: 'private' }",
			'answer',
		],
		'a name ends the script that carries a page’s answers': [".replaceAll('<', '\\\\u003c')", ''],
		'a client makes its address up behind a proxy': [
			'hops.findLast((hop) => !isProxy(hop))',
			'hops.find((hop) => !isProxy(hop))',
		],
		'of two cookies of a name the first counts': [
			'others.length === 0 && TOKEN.test(token)',
			'(others.length === 0 || token) && TOKEN.test(token)',
		],
		'a stream goes on after its session': [
			'found?.userId === userId && found.expiresAt > clock.now()',
			'found?.userId === userId',
		],
		'an event is told before it is true': ['db.afterCommit(() => note(userId, event))', 'note(userId, event)'],
		'a sixth tab gets a stream of its own': ['streams.size >= OF_A_MEMBER_MAX', 'streams.size > OF_A_MEMBER_MAX'],
		'anybody has a picture drawn of anything': [
			'if (!crypto.timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(text)))) return null',
			'',
		],
		'the link of the first start looks like an invitation': ['return found && !found.isSetup ?', 'return found ?'],
		'a kept picture that was asked for is still the oldest': [
			'all.set(name, { bytes, usedAt: usedAt.getTime() })',
			'all.set(name, { bytes, usedAt: before })',
		],
		'kept answers fill the memory': [
			'if (kept.size >= ANSWERS_MAX)',
			'if (kept.size >= ANSWERS_MAX * 1000)',
			'new BoundedMap<string, Kept>(ANSWERS_MAX)',
			'new BoundedMap<string, Kept>(ANSWERS_MAX * 1000)',
		],
		'a kept answer is read by another member': ['`${address} ${userId} ${guestKey}`', '`${address} ${guestKey}`'],
		'an answer that the clock will change is kept': ['keep = undefined said = said.body', 'said = said.body'],
		'a rating leaves its driver hidden': ['if (isHidden) hiddenDrivers.unhide(raterId, driver.id)', ''],
		'a key that is set again in a bounded map keeps its old position': [
			'this.delete(key) super.set(key, value)',
			'super.set(key, value)',
		],
		'a confirmation at the provider never expires': [
			'now() - (addedAt.get(text) ?? Number.NEGATIVE_INFINITY) < ms',
			'addedAt.has(text) && ms > 0',
		],
		'a member’s placeholders stay when they leave': ['queries.leaving.dropPlaceholdersBy(userId)', ''],
		'what is left in unused pages counts as gone': ['isDone: isEmpty && !isStillDue', 'isDone: isEmpty'],
		'the last of equals is the best category': [
			'share[1] > best[1] ? share : best',
			'share[1] >= best[1] ? share : best',
		],
		'the last of a page of people is the first of the next': [
			'.filter(({ name }) => name > after.toLowerCase())',
			'.filter(({ name }) => name >= after.toLowerCase())',
		],
		'an export leaves its last page out': ['if (page.length === 0) return', 'if (page.length < PAGE) return'],
		'formulas behind a wide equals sign run in spreadsheets': ['(?=[=+\\-@＝＋－＠])/g', '(?=[=+\\-@])/g'],
	},
	db: {
		'rows may point to nothing': ["'foreign_keys = ON',", ''],
		'what is deleted stays in the file': ["'secure_delete = ON',", ''],
		'a power cut takes what was acknowledged': ["'synchronous = FULL',", "'synchronous = NORMAL',"],
		'a migration may leave rows that point to nothing': ['refuseDanglingKeys(sqlite) sqlite.run(', 'sqlite.run('],
		'events of a write that failed are told with the others': ['afterCommit.forgetSince(count)', ''],
		'what another program wrote does not make a generation': [
			'if (seenVersion !== undefined && version !== seenVersion) generation++',
			'',
		],
		'a write goes on beside the next long one': [
			'while (alone > 0) await line sharing += 1',
			'if (alone > 0) await line\n\t\t\tsharing += 1',
		],
		'a damaged file is written to again': ["trouble === state || state === 'damaged'", 'trouble === state'],
		'a file whose end is still in the log is refused': [') && sizeOf(`${path}-wal`) === 0', ')'],
	},
	ui: {
		'home asks once more for the list that came with its page': [
			'void context.queryClient.prefetchQuery(homeQuery), component: HomeScreen',
			'void context.queryClient.prefetchQuery(homeQuery).then(() => context.queryClient.prefetchQuery({ ...homeQuery, staleTime: 0 })),\n\tcomponent: HomeScreen',
		],
		'a guest who rates is unknown to this browser': [
			'if (rated.saved.raterId === GUEST_ID) noteGuestRatings(true)',
			'',
		],
		'a dangerous act of a host looks like any other': [
			"variant={act.danger ? 'danger' : 'primary'}",
			"variant={act.danger ? 'primary' : 'primary'}",
		],
		'cancelling an act of a host does it': [
			'<Button variant="secondary" autoFocus onPress={onClose}> {act.cancel',
			'<Button variant="secondary" autoFocus onPress={start}> {act.cancel',
		],
		'an act of a host is done without a toast': ['if (sent.toast) toast(sent.toast)', ''],
		'undoing a claim deletes the ghost': [
			'call: (ghost) => api.send(undoClaim, at(ghost))',
			"call: (ghost) => api.send(removeGhost, at(ghost)).then(() => ({ ratingsMoved: 0, knownBy: 'none' as const }))",
		],
		'removing a member is no dangerous act': [
			"pending: t('Removing...'), danger: true, refreshesAll: true",
			"pending: t('Removing...'), refreshesAll: true",
		],
		'the list of a host is not refetched after an act': [
			"if (refreshes) void queryClient.invalidateQueries({ queryKey: ['host'] })",
			'',
		],
		'a backup is downloaded without the password': ['await ensureConfirmed() follow(', 'follow('],
		'blocked site data end the page': [
			'return unstored.get(key) ?? window[storage].getItem(key) } catch { return null }',
			'return unstored.get(key) ?? window[storage].getItem(key) } finally { }',
		],
		'ages follow the clock of the phone': [
			'export const serverNow = () => Date.now() - aheadMs',
			'export const serverNow = () => Date.now() + 0 * aheadMs',
		],
		'the first minute offers a code that no phone can open': [
			'address={isThisMachineOnly ? null : address}',
			'address={address}',
		],
		'a form is sent twice': ['if (isUnderway() || isOver.current) return', 'if (isOver.current) return'],
		'a mistake in a form leaves the focus where it was': [
			'if (!result.success) return firstInput(element.current, Object.keys(found))?.focus()',
			'if (!result.success) return',
		],
		'a password loses its spaces': ['/password$/i.test(name) ? value : value.trim()', 'value.trim()'],
		'a second tap in a form undoes the first': [
			'latest.current = { ...latest.current, ...change }',
			'latest.current = { ...draft, ...change }',
		],
		'what another member said is sent in one’s own name': [
			'if (waiting.refusal !== null || !isTheirs(waiting.rating.raterId, viewer())) continue',
			'if (waiting.refusal !== null) continue',
		],
		'a later rating of a driver overtakes the earlier': ['if (heldBack.has(line)) continue', ''],
		'a clock that was set back stops the queue': ['until <= clock() || until > clock() + LEASE_MS', 'until <= clock()'],
		'a tab takes the turn of another': [
			'(now.leasedBy === leasedBy ? change() : null)',
			'(now.leasedBy === leasedBy || now.leasedUntil > 0 ? change() : null)',
		],
		'what was said during a round waits for the next one': [
			'isStale && !result.isUnanswered ? 0 : result.nextMs',
			'isStale && result.isUnanswered ? 0 : result.nextMs',
		],
		'what was dropped and put back has its old key': [
			'const isAsIs = !mayHaveArrived(rating) || drop?.isAsked === false',
			'const isAsIs = !mayHaveArrived(rating) || drop !== undefined',
		],
		'what was said anew is taken for the first': [
			'now.key === sent.key && JSON.stringify(now.rating) === JSON.stringify(sent.rating)',
			'now.key === sent.key',
		],
		'a rating that was taken back has a key that stays': [
			'if (hasStatus(error, 409) || hasStatus(error, 410)) forgetRequestKey(driverId)',
			'if (hasStatus(error, 409)) forgetRequestKey(driverId)',
		],
		'a reload draws another joke': ["if (known && 'luck' in known) return known", ''],
		'a joke is missing': ["'Would nap on this back seat again.',", ''],
		'a rating that was taken back is celebrated again': ['keepTakenBack(id)\n\tqueryClient', 'queryClient'],
		'a receipt shows one star too few': [
			'data-filled={stars <= value || undefined}',
			'data-filled={stars < value || undefined}',
		],
		'four stars are worth confetti': ['if (stars === 5) void throwConfetti()', 'if (stars >= 4) void throwConfetti()'],
		'a shut sheet of sharing copies the link': [
			"if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'",
			"if (error instanceof DOMException && error.name === 'NotAllowedError') return 'dismissed'",
		],
		'answers of the page outlive a write': ['else dropPageAnswers()', ''],
		'an answer that was overtaken by a log-out signs in again': [
			"if (changes !== changesBefore) return viewer() ?? { kind: 'visitor' }",
			'if (changes < changesBefore) return viewer() ?? found',
		],
		'a log-in leaves the log-out pending': ['noteLogoutPending(false) const before', 'const before'],
		'a server that fails ends the session': [
			'if (!hasStatus(error, 401)) { if (before',
			'if (!hasStatus(error, 401) && !hasStatus(error, 503)) { if (before',
		],
		'this browser keeps an email address': [
			"remember('localStorage', CURRENT_USER_KEY, kept)",
			"remember('localStorage', CURRENT_USER_KEY, user)",
		],
		'an update drops what another Backseat of this host keeps': [
			'(await caches.keys()).filter((name) => name.startsWith(prefix))',
			"(await caches.keys()).filter((name) => name.startsWith('backseat '))",
		],
		'the service worker takes posts for pages': [
			"method !== 'GET' || !url.startsWith(scope)",
			'!method || !url.startsWith(scope)',
		],
		'a proxy’s page of errors is shown for the app': [
			"first && 'answer' in first && !AWAY.has(first.answer.status)",
			"first && 'answer' in first",
		],
		'a card without any good word is an all-rounder’s': ["best === worst && best !== 'none'", 'best === worst'],
		'a member claims for the one who is signed in now': [
			"viewer.kind !== 'member' || viewer.user.id !== memberId",
			"viewer.kind !== 'member'",
		],
		'the second rating of a day brings no notice': [
			'`${user.lastRatingReceivedAt} ${user.lastSeenRatingId}`',
			'`${user.lastRatingReceivedAt}`',
		],
		'a notice comes over an open dialog': [
			'if (isSomethingOpen()) waiting = setTimeout(askForNotice, LOOK_AGAIN_MS) else ask(',
			'if (isSomethingOpen()) waiting = undefined\n\t\task(',
		],
		'the first of the new lines is the last of the old': ['setFirstNew(data?.[known]', 'setFirstNew(data?.[known - 1]'],
		'a password that was not given is an error': ['error: error instanceof NotConfirmed ? null : error', 'error'],
		'a host who got out keeps the page': [
			"if (isHost || (viewer.kind === 'ended' && host === viewer.user.id))",
			'if (isHost || host === viewer.user.id)',
		],
		'days of the journal are said again for each line': [
			'if (last?.day === day) last.lines.push(line)',
			'if (last && last.lines[0]?.at === line.at) last.lines.push(line)',
		],
		'an answer to an earlier name is shown for this one': [
			'answer?.name === name ? answer : null',
			'name ? answer : null',
		],
	},
	shell: {
		'a link is claimed at another server than was read': [
			'if (claim.server !== server) return failed(',
			'if (claim.server === "") return failed(',
		],
		'an address at home is asked by https first': [
			"isAtHome ? ['http', 'https'] : ['https', 'http']",
			"isAtHome ? ['https', 'http'] : ['https', 'http']",
		],
		'after a bad certificate plain http is tried': ["if (answer.problem === 'certificate') break", ''],
		'a server that finds no port starts for ever': ['if (port === 0) return null', 'if (port < 0) return null'],
		'crashes of long ago count': [
			'restartsAt.filter((at) => now() - at < WINDOW_MS)',
			'restartsAt.filter((at) => at < now() + WINDOW_MS)',
		],
		'a missing program is started four times': ['if (NO_PROGRAM.includes(code)) return false', ''],
		'a window hides but for its edge': [
			'seen >= GRIP.width && height >= GRIP.height',
			'seen >= GRIP.width || height >= GRIP.height',
		],
		'settings that could not be saved are not tried again': [
			'notSaved === null && JSON.stringify(changed)',
			'JSON.stringify(changed)',
		],
		'an update goes in after its feed was taken away': ['if (updater) updater.autoInstallOnAppQuit = false', ''],
		'an encoded slash leaves the base path': ['&& !/%(?:2f|5c)/i.test(pathname)', ''],
		'http is the same origin as https': [
			'one.protocol === other.protocol && one.host === other.host',
			'one.host === other.host',
		],
		'another page of the shell acts for this one': [
			'!sender || dependencies.contentsOf(page) !== sender',
			'!sender || !dependencies.contentsOf(page)',
		],
		'a notification comes of an instance that was left': [
			'if (followed === window) desktop.notify',
			'if (followed !== null) desktop.notify',
		],
		'an answer overtaken by the next is reported': [
			'!unseen || isStopped || check !== newestCheck',
			'!unseen || isStopped || check > newestCheck',
		],
		'an answer of any length is read': ['if (bytes > longestBytes) return null', ''],
		'a window that opens while Backseat ends stays': [
			'if (isEnded) return opened.destroy()',
			'if (isEnded) opened.show()',
		],
		'a load that was broken off is a failure': [
			'if (code !== ABORTED) setBroken(true)',
			'if (code !== 0) setBroken(true)',
		],
	},
	contract: {
		'names are searched with their accents': [
			".normalize('NFKD') .replace(/(?=\\p{M})",
			".normalize('NFKC') .replace(/(?=\\p{M})",
		],
		'a new account’s password may have five characters': [
			'export const NewPassword = passwordOfAtLeast(6, PASSWORD_TOO_SHORT)',
			'export const NewPassword = passwordOfAtLeast(5, PASSWORD_TOO_SHORT)',
		],
		'a name of spaces is a name': ['v.check(showsSomething, INVALID_INPUT),', ''],
		'a full disk is tried again and again': [
			'disk_full: { exit: EXIT.diskFails, restartHelps: false }',
			'disk_full: { exit: EXIT.diskFails, restartHelps: true }',
		],
		'addresses are not encoded': ['encodeURIComponent(String(params[name]))', 'String(params[name])'],
	},
	weights: {
		'the code for ratings that wait loads the host’s page': [
			"const unanswered = () => ({ kind: 'unanswered' }) as const",
			"import { HostPage } from '#ui/features/host/host-page.tsx'\nconst unanswered = () => ({ kind: 'unanswered', page: HostPage }) as const",
		],
		'each statement is prepared at the start': [
			'let prepared: Runnable | undefined',
			'let prepared: Runnable | undefined = query().prepare()',
		],
		'one query is prepared at the start': [
			"const byGuest = once(() => judged(eq(guestKey, placeholder('guestKey'))))",
			"const eager = judged(eq(guestKey, placeholder('guestKey')))\n\tconst byGuest = () => eager",
		],
		'a rating looks up its driver twice': [
			'const isMember = raterId !== GUEST_ID refuseOwnDriving(driver, request.viewer)',
			'const isMember = raterId !== GUEST_ID\n\t\trefuseOwnDriving(driverAt(driver.id), request.viewer)',
		],
	},
}

/** Faults that only a browser can reveal: tried with --e2e if no other test caught them. */
export const specs: Record<string, string> = {
	'a log-in leaves the log-out pending': 'e2e/accounts/accounts.spec.ts',
	'a server that fails ends the session': 'e2e/screens/trouble.spec.ts',
	'home asks once more for the list that came with its page': 'e2e/screens/first-load.spec.ts',
}
