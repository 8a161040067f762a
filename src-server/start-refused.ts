import { type ExitCode, problemOf, type StartProblem } from '#contract/start-problems.ts'

/** The message is one line with the problem, the path or name, and the remedy. `hint` is appended in a terminal. */
export class StartRefused extends Error {
	override name = 'StartRefused'
	readonly problem: StartProblem
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
