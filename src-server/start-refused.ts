import { type ExitCode, problemOf, type StartProblem } from '#contract/start-problems.ts'

/**
 * Why Backseat does not start. The message is one line: what, which path or name, what to do. `hint` ends it, for people
 * who read it in a terminal.
 */
export class StartRefused extends Error {
	override name = 'StartRefused'
	readonly problem: StartProblem
	/** The setting whose value is at fault, where that shows only once it is used. */
	readonly setting: 'tls-cert' | 'tls-key' | undefined
	constructor(
		readonly messageWithoutHint: string,
		readonly exitCode: ExitCode,
		{
			problem = problemOf(exitCode),
			hint,
			setting,
		}: { problem?: StartProblem; hint?: string; setting?: StartRefused['setting'] } = {},
	) {
		super(hint ? `${messageWithoutHint} ${hint}` : messageWithoutHint)
		this.problem = problem
		this.setting = setting
	}
}
