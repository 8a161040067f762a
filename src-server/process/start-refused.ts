import { type ExitCode, problemOf, type StartProblem } from '#contract/start-problems.ts'

/**
 * Why Backseat does not start. The message is one line: what, which path or name, what to do. `hint` ends it, for people
 * who read it in a terminal.
 */
export class StartRefused extends Error {
	override name = 'StartRefused'
	readonly problem: StartProblem
	constructor(
		readonly messageWithoutHint: string,
		readonly exitCode: ExitCode,
		{ problem = problemOf(exitCode), hint }: { problem?: StartProblem; hint?: string } = {},
	) {
		super(hint ? `${messageWithoutHint} ${hint}` : messageWithoutHint)
		this.problem = problem
	}
}
