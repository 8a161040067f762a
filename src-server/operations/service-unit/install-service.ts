import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { VERSION } from '#server/version.ts'
import {
	EX_UNAVAILABLE,
	inOneLine,
	run,
	runSystemctl,
	type ServiceScope,
	type ServiceStatus,
	serviceStatusOf,
	trySystemctl,
	UNIT,
	waitForStart,
} from './systemd.ts'
import { MADE_BY_US, SERVICE_USER, SERVICE_USER_LINE, type ServedUnit, unitFile } from './unit-file.ts'

type Wanted = Pick<ServedUnit, 'binary' | 'dataDir' | 'backupDir'>

export async function installService(scope: ServiceScope, wanted: Wanted): Promise<ServiceStatus> {
	refuseForeignUnit(scope)
	const { isUser, envFile } = scope
	const unit = unitFile({ ...wanted, isUser, envFile })
	if (!isUser) makeServiceUser()
	refuseMissingFolders(scope, wanted)
	leaveSampleSettings(scope)
	mkdirSync(dirname(scope.unitFile), { recursive: true })
	writeFileSync(scope.unitFile, unit, { mode: 0o644 })
	runSystemctl(scope, 'daemon-reload')
	runSystemctl(scope, 'enable', UNIT)
	runSystemctl(scope, 'restart', UNIT)
	return waitForStart(() => serviceStatusOf(scope, wanted))
}

function refuseForeignUnit({ unitFile }: ServiceScope) {
	if (!existsSync(unitFile) || readFileSync(unitFile, 'utf8').startsWith(MADE_BY_US)) return
	throw new StartRefused(
		`${unitFile} was made by somebody else and was left as it is. Move it away, or see 'backseat service install --print'.`,
		EXIT.noDataFolder,
	)
}

/** A static user instead of DynamicUser=, because commands run as this user and it owns backups on other disks. */
function makeServiceUser() {
	if (run('id', [SERVICE_USER]).exitCode === 0) return
	const { exitCode, stderr } = run('systemd-sysusers', ['--inline', SERVICE_USER_LINE])
	if (exitCode !== 0)
		throw new StartRefused(`Cannot make the user ${SERVICE_USER}: ${inOneLine(stderr)}`, EX_UNAVAILABLE)
}

/** The sandboxed service cannot create folders outside its own. */
function refuseMissingFolders(scope: ServiceScope, { dataDir, backupDir }: Wanted) {
	const wanted = [dataDir === scope.dataDir ? null : dataDir, backupDir].filter((path) => path !== null)
	const missing = wanted.find((path) => !existsSync(path))
	if (missing === undefined) return
	const owner = scope.isUser ? '' : `-o ${SERVICE_USER} -g ${SERVICE_USER} `
	throw new StartRefused(
		`There is no ${missing}. Make it first: ${scope.isUser ? '' : 'sudo '}install -d -m 700 ${owner}${missing}`,
		EXIT.noDataFolder,
	)
}

export const ENVIRONMENT_SAMPLE = `# Settings of the Backseat service that should not be in backseat.toml, such as passwords. All of them: backseat help
# After a change: systemctl restart backseat
#BACKSEAT_SMTP_URL=smtps://user:password@mail.example.org
#BACKSEAT_METRICS_TOKEN=
`

function leaveSampleSettings({ envFile }: ServiceScope) {
	mkdirSync(dirname(envFile), { recursive: true })
	if (!existsSync(envFile)) writeFileSync(envFile, ENVIRONMENT_SAMPLE, { mode: 0o600, flag: 'wx' })
}

export function uninstallService(scope: ServiceScope): boolean {
	if (!existsSync(scope.unitFile)) return false
	runSystemctl(scope, 'disable', '--now', UNIT)
	rmSync(scope.unitFile)
	runSystemctl(scope, 'daemon-reload')
	// Fails harmlessly if there is no failed state to reset.
	trySystemctl(scope, 'reset-failed', UNIT)
	return true
}

/** Throws if the service could not start the program, or if the program is in a folder that is cleaned up. */
export function refuseUnfitProgram({ isUser }: ServiceScope, binary: string, version = VERSION): void {
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

/** Only root can install a system service. */
export function refuseUnlessRoot({ isUser, unitFile }: ServiceScope, uid = process.getuid?.()): void {
	if (isUser || uid === 0) return
	throw new StartRefused(
		`Only root may write ${unitFile}. Run this with sudo; or with --user, for a service of your own.`,
		EXIT.noDataFolder,
	)
}
