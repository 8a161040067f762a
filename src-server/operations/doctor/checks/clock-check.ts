import { type Finding, ok, problem } from '#server/operations/doctor/finding.ts'

const ABOUT = 'Clock'
const LEEWAY_MS = 5 * 60_000
/** No machine that runs this can truly be older. A Raspberry Pi without network wakes up long before it. */
const EARLIEST_YEAR = 2025

const SET_CLOCK = 'Set the clock; on Linux: timedatectl set-ntp true'

/** Sessions, invitations and backups go by the clock. `elsewhere` is what another machine's answer said, if one did. */
export function checkClock(now: Date, newestRow: Date | null, elsewhere: Date | null): Finding {
	if (now.getUTCFullYear() < EARLIEST_YEAR) return problem(ABOUT, `The clock says ${readable(now)}.`, SET_CLOCK)
	if (newestRow && newestRow.getTime() > now.getTime() + LEEWAY_MS)
		return problem(
			ABOUT,
			`The clock says ${readable(now)}, but the newest data are from ${readable(newestRow)}.`,
			SET_CLOCK,
		)
	if (elsewhere && Math.abs(elsewhere.getTime() - now.getTime()) > LEEWAY_MS)
		return problem(ABOUT, `The clock says ${readable(now)}, the public address says ${readable(elsewhere)}.`, SET_CLOCK)
	return ok(ABOUT, readable(now))
}

const readable = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
