import { EXIT } from '#contract/start-problems.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import { VERSION } from '#server/version.ts'
import type { ServicePlace } from './service-place.ts'

/** Refuses a program that the service could not start, or that would be gone tomorrow. */
export function refuseUnfitProgram({ isUser }: ServicePlace, binary: string, version = VERSION): void {
	const copy = 'sudo install -m 755 backseat /usr/local/bin/backseat'
	if (version === 'dev')
		throw new StartRefused(
			`This Backseat runs from its source. Build it (bun run build), then: ${copy}`,
			EXIT.badSetting,
		)
	if (/^\/(tmp|var\/tmp|dev\/shm)\//.test(binary))
		throw new StartRefused(
			`${binary} is in a folder that is emptied. Put it where it can stay: ${copy}`,
			EXIT.badSetting,
		)
	if (!isUser && /^\/(home|root|run\/user)\//.test(binary))
		throw new StartRefused(
			`${binary} is in a home folder, which is closed to the service. Put it where it can stay: ${copy}`,
			EXIT.badSetting,
		)
}

/** A service of the whole machine is root's to make. */
export function refuseUnlessRoot({ isUser, unitFile }: ServicePlace, uid = process.getuid?.()): void {
	if (isUser || uid === 0) return
	throw new StartRefused(
		`Only root may write ${unitFile}. Run this with sudo; or with --user, for a service of your own.`,
		EXIT.noDataFolder,
	)
}
