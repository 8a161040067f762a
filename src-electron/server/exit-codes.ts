/** How the server says why it ended: sysexits numbers, and the shell's own two for a file that is not a program. */
export const EXIT = {
	badFlag: 64,
	badData: 65,
	portTaken: 69,
	bug: 70,
	noDataFolder: 73,
	dataInUse: 75,
	badSetting: 78,
	notExecutable: 126,
	notFound: 127,
} as const
