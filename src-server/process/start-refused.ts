/** sysexits numbers, and 1: what a program that started us can tell from how we ended (docs/reliability.md, How it ends). */
export const EXIT = {
	/** The rules of the product say no, or the person whom we asked. */
	refused: 1,
	badFlag: 64,
	badData: 65,
	portTaken: 69,
	bug: 70,
	noDataFolder: 73,
	diskFails: 74,
	dataInUse: 75,
	badSetting: 78,
} as const

/** Why Backseat does not start. The message is one line: what, which path or name, what to do. */
export class StartRefused extends Error {
	override name = 'StartRefused'
	constructor(
		message: string,
		readonly exitCode: number,
	) {
		super(message)
	}
}
