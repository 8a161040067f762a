import { networkInterfaces } from 'node:os'
import { renderUnicodeCompact } from 'uqr'
import type { Config } from '#server/config.ts'
import { VERSION } from '#server/version.ts'

const WHO_MAY_SIGN_UP: Record<Config['signup'], string> = {
	open: 'open, whoever reaches this address may make an account',
	invite: 'by invitation; a claim link is one',
	closed: 'closed; only a claim link makes an account',
}

/** What the start tells the operator. Its first line ends with the address, for programs that wait for it. */
export function banner(config: Config, port: number, lan = lanAddresses()): string {
	const { host, basePath, publicUrl, dataDir, signup } = config
	const at = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}:${port}${basePath}/`
	const isEverywhere = host === '0.0.0.0' || host === '::'
	const shared = publicUrl ? `${publicUrl.href.replace(/\/$/, '')}/` : isEverywhere && lan[0] ? at(lan[0]) : null

	const lines = [`Backseat ${VERSION} is ready at ${at(isEverywhere ? 'localhost' : host)}`, '']
	if (isEverywhere) for (const address of lan) lines.push(`  On this network  ${at(address)}`)
	if (publicUrl) lines.push(`  For everybody    ${shared}`)
	lines.push(`  Data folder      ${dataDir}`)
	lines.push(`  Sign-up          ${WHO_MAY_SIGN_UP[signup]}`)
	if (shared) lines.push('', 'Point a phone here:', renderUnicodeCompact(shared, { border: 2 }))
	return `${lines.join('\n')}\n`
}

/** Bridges and tunnels have addresses too, which no phone in the room can reach: they come last. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|zt|lxc)/

export function lanAddresses(interfaces = networkInterfaces()): string[] {
	const addresses = Object.entries(interfaces).flatMap(([name, entries = []]) =>
		entries
			.filter(({ family, internal }) => family === 'IPv4' && !internal)
			.map(({ address }) => ({ address, isVirtual: VIRTUAL.test(name) })),
	)
	return addresses.toSorted((a, b) => Number(a.isVirtual) - Number(b.isVirtual)).map(({ address }) => address)
}
