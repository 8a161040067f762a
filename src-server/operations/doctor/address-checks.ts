import * as v from 'valibot'
import { Instance } from '#contract/instance.ts'
import { sharedAddress, wayFromHere } from '#server/http/addresses/own-addresses.ts'
import { PIECE_MAX, printable } from '#server/log/printable-text.ts'
import { noAnswerWithin, PURPOSES } from '#server/outbound/purposes.ts'
import { healthProblem, type WebAnswer, webAnswer } from '#server/outbound/web-answer.ts'
import { instanceIdOf } from '#server/process/data/data-folder.ts'
import { isInstanceRunning } from '#server/process/data/instance-lock.ts'
import { runningAddress } from '#server/process/running-address.ts'
import type { Config } from '#server/settings/config.ts'
import { VERSION } from '#server/version.ts'
import { type Finding, ok, problem, unknown, warning } from './finding.ts'

const SERVER = 'Server'

/** Checks that a server uses this data folder and answers at the address in these settings. */
export async function checkServer(config: Config): Promise<Finding> {
	const isRunning = isInstanceRunning(config.dataDir)
	if (config.port === 0 && config.listen === null)
		return isRunning ? unknown(SERVER, 'running; with port 0 only it knows where') : notRunning(config.dataDir)
	const { shown: address } = wayFromHere(config)
	const { url, socket } = wayFromHere(config, 'api/health')
	const trouble = await healthProblem(url, { isOwn: true, socket })
	if (isRunning && trouble === null) return running(config, address)
	if (isRunning)
		return warning(
			SERVER,
			`A program has this data folder, but asked at ${address}: ${trouble}.`,
			whatToDo(config, address),
		)
	if (trouble === null)
		return warning(
			SERVER,
			`The Backseat at ${address} does not use ${config.dataDir}.`,
			'Set --data-dir to the folder it prints at its start.',
		)
	if (/ECONNREFUSED|ENOENT/.test(trouble)) return notRunning(config.dataDir)
	return problem(
		SERVER,
		`No server uses ${config.dataDir}, and asked at ${address}: ${trouble}.`,
		config.listen === null
			? `Another program may have port ${config.port}: stop it, or set --port.`
			: 'Another program may have that socket: stop it, or set --listen.',
	)
}

const running = ({ isLocalhostShared, port }: Config, address: string): Finding =>
	isLocalhostShared
		? warning(
				SERVER,
				`running at ${address}, but another program may have port ${port} at localhost: passkeys are off there.`,
				'Stop that program and start Backseat again, or set --port.',
			)
		: ok(SERVER, `running at ${address}`)

function whatToDo({ dataDir }: Config, requested: string): string {
	const known = runningAddress(dataDir)
	if (known && wayFromHere(known).shown === requested)
		return "Look at its log, and restart it. The desktop app's own server answers nobody but the app."
	return 'Give this command the settings of the server: --port, --host, --listen, --base-path, or the same backseat.toml.'
}

const notRunning = (dataDir: string) =>
	warning(SERVER, `No server uses ${dataDir} now.`, 'Start it: systemctl start backseat, or backseat serve.')

const PUBLIC_ADDRESS = 'Public address'

export type PublicCheck = { finding: Finding; date: Date | null }

/** Checks that the public address leads to this instance. The only check that uses the network. */
export async function checkPublicUrl(config: Config): Promise<PublicCheck> {
	if (!config.publicUrl) return { finding: ok(PUBLIC_ADDRESS, whoWithoutOne(config)), date: null }
	const address = new URL(`${sharedAddress(config)}/api/instance`)
	try {
		const answer = await webAnswer('doctor', address)
		return { finding: judgeAnswer(config, address, answer), date: answer.date }
	} catch (error) {
		return { finding: unreachable(address, error), date: null }
	}
}

function whoWithoutOne(config: Config): string {
	const shared = sharedAddress(config)
	const also = config.allowedHosts.length === 0 ? '' : `; also under ${config.allowedHosts.join(', ')}`
	return shared
		? `none set; people on this network use ${shared}/${also}`
		: `none set; only this machine is let in${also}`
}

function unreachable(address: URL, error: unknown): Finding {
	const { name, code, message } = error as NodeJS.ErrnoException
	const reason =
		name === 'AbortError' || name === 'TimeoutError'
			? noAnswerWithin(PURPOSES.doctor.timeoutMs)
			: printable(code ?? message, PIECE_MAX)
	const isCertificate = /CERT|SIGNED|ALTNAME|VERIFY|ISSUER/.test(reason)
	return problem(
		PUBLIC_ADDRESS,
		`${address.origin} cannot be reached from here: ${reason}.`,
		isCertificate
			? 'Fix the certificate; browsers refuse it too, unless they are set to trust its issuer.'
			: "Is the proxy running, does the name lead here, is the port open? Some routers refuse their own network's requests: then try a phone off the Wi-Fi.",
	)
}

function judgeAnswer(config: Config, address: URL, { status, location, body }: WebAnswer): Finding {
	if (location !== null && status >= 300 && status < 400)
		return problem(
			PUBLIC_ADDRESS,
			`${address.origin} sends people on to ${printable(location, PIECE_MAX)}.`,
			'Set --public-url to where they end up.',
		)
	if (status === 421)
		return problem(
			PUBLIC_ADDRESS,
			`${address.origin} leads to a Backseat that does not know this name.`,
			'Set --public-url, or --allowed-hosts, for that server too, and restart it.',
		)
	if (status >= 502 && status <= 504)
		return problem(
			PUBLIC_ADDRESS,
			`${address.origin} answers ${status}: the proxy finds no server behind it.`,
			'Start the server; compare its port with the one in the proxy.',
		)
	const about = instanceIn(body)
	if (!about)
		return problem(
			PUBLIC_ADDRESS,
			`${address.href} answers ${status}, and not as Backseat does.`,
			`Does the proxy send all of this address here, and keep the path${config.basePath && ` with its ${config.basePath}`} as it is?`,
		)
	return judgeInstance(config, about)
}

function judgeInstance(config: Config, { version, publicUrl, instanceId }: Instance): Finding {
	const own = sharedAddress(config)
	const ownId = instanceIdOf(config.dataDir)
	if (instanceId !== undefined && ownId !== undefined && instanceId !== ownId)
		return problem(
			PUBLIC_ADDRESS,
			`Another Backseat answers at ${own}: not the one with ${config.dataDir}.`,
			'Does the name, or the proxy, still lead to another machine or port?',
		)
	if (publicUrl !== own)
		return problem(
			PUBLIC_ADDRESS,
			`The Backseat at ${own} thinks its address is ${printable(publicUrl ?? 'none', PIECE_MAX)}.`,
			'Set its --public-url and restart it; or compare the port in the proxy with this server.',
		)
	if (version !== VERSION)
		return warning(
			PUBLIC_ADDRESS,
			`${own} answers as version ${printable(version, PIECE_MAX)}; this program is ${VERSION}.`,
			'Restart the server to finish the upgrade.',
		)
	if (config.publicUrl?.protocol === 'https:' && !config.tlsCert && config.trustedProxies.length === 0)
		return warning(
			PUBLIC_ADDRESS,
			`${own} leads here through a proxy that is not trusted: all its users count as one.`,
			'Set --trusted-proxies to its address, often 127.0.0.1.',
		)
	return ok(PUBLIC_ADDRESS, `${own} leads here`)
}

function instanceIn(body: string): Instance | null {
	try {
		const read = v.safeParse(Instance, JSON.parse(body))
		return read.success ? read.output : null
	} catch {
		return null
	}
}
