import { parseArgs } from 'node:util'
import { allTargets, type Target } from './server-binaries.ts'

type Flags = ReturnType<typeof readFlags>

/** Throws a sentence when there is something on the command line that it does not know. */
export function readFlags(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			linux: { type: 'boolean' },
			mac: { type: 'boolean' },
			win: { type: 'boolean' },
			x64: { type: 'boolean' },
			arm64: { type: 'boolean' },
			dir: { type: 'boolean' },
			feed: { type: 'string' },
			homepage: { type: 'string' },
		},
	})
	if (values.homepage !== undefined && !/^https?:\/\/[^/]/.test(values.homepage))
		throw new Error('--homepage wants the whole address, starting with https://')
	return values
}

/** What to make packages for on the computer that is `here`; nothing, when we make none of the kind. */
export function wantedTargets(flags: Flags, here: Target | undefined): Target[] {
	const isSystemNamed = flags.linux || flags.mac || flags.win
	const isMachineNamed = flags.x64 || flags.arm64
	if (!isSystemNamed && !isMachineNamed) return here ? [here] : []
	return allTargets.filter(
		({ system, machine }) =>
			(isSystemNamed ? flags[system] : system === here?.system) && (!isMachineNamed || flags[machine]),
	)
}
