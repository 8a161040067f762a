/** sysexits numbers, and 1: from which a program that started us knows why it ended (docs/reliability.md, How it ends). */
export const EXIT = {
	/** By a rule of the product, or by the person who was asked. */
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
