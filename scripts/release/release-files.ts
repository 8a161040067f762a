/** electron-builder's names of systems, which also name the folders below dist/desktop/server. */
export type System = 'linux' | 'mac' | 'win'
export type Machine = 'x64' | 'arm64'

type Server = {
	file: string
	target: Bun.Build.CompileTarget
	system: System
	machine: Machine
	/** For systems such as Alpine, whose C library is musl. */
	isMusl?: true
}

/** The server for each platform, as one file. `bun run build:all` makes them. */
export const SERVERS = [
	{ file: 'backseat-linux-x64', target: 'bun-linux-x64', system: 'linux', machine: 'x64' },
	{ file: 'backseat-linux-arm64', target: 'bun-linux-arm64', system: 'linux', machine: 'arm64' },
	{ file: 'backseat-linux-x64-musl', target: 'bun-linux-x64-musl', system: 'linux', machine: 'x64', isMusl: true },
	{ file: 'backseat-macos-arm64', target: 'bun-darwin-arm64', system: 'mac', machine: 'arm64' },
	{ file: 'backseat-macos-x64', target: 'bun-darwin-x64', system: 'mac', machine: 'x64' },
	{ file: 'backseat-windows-x64.exe', target: 'bun-windows-x64', system: 'win', machine: 'x64' },
] as const satisfies Server[]

/** The server that a desktop package of this system carries. */
export const serverFor = (system: System, machine: Machine): Server | undefined =>
	SERVERS.find((server: Server) => server.system === system && server.machine === machine && !server.isMusl)

/** Not `backseat`, which is the desktop app's package. */
export const SERVER_PACKAGE = 'backseat-server'

/** The processors of the server's packages, as Debian and RPM name them. */
export const PACKAGED_MACHINES = [
	{ machine: 'x64', deb: 'amd64', rpm: 'x86_64' },
	{ machine: 'arm64', deb: 'arm64', rpm: 'aarch64' },
] as const satisfies { machine: Machine; deb: string; rpm: string }[]

/** The deb and rpm of the server. `bun scripts/release/server-packages.ts` makes them. */
export const serverPackages = (version: string) =>
	PACKAGED_MACHINES.flatMap(
		({ machine, deb, rpm }) =>
			[
				{ kind: 'deb', machine, architecture: deb, file: `${SERVER_PACKAGE}_${version}_${deb}.deb` },
				{ kind: 'rpm', machine, architecture: rpm, file: `${SERVER_PACKAGE}-${version}-1.${rpm}.rpm` },
			] as const,
	)

/**
 * The desktop app's packages as `artifactName` of electron-builder.yml names them, by the feed that lists them.
 * `bun run desktop:build` makes both.
 */
export const desktopFeeds = (
	version: string,
): Record<string, { system: System; machine?: Machine; files: string[] }> => {
	const packages = (system: System, ...ends: string[]) => ends.map((end) => `Backseat-${version}-${system}-${end}`)
	return {
		'latest-linux.yml': { system: 'linux', machine: 'x64', files: packages('linux', 'x86_64.AppImage', 'amd64.deb') },
		'latest-linux-arm64.yml': {
			system: 'linux',
			machine: 'arm64',
			files: packages('linux', 'arm64.AppImage', 'arm64.deb'),
		},
		'latest-mac.yml': { system: 'mac', files: packages('mac', 'x64.dmg', 'x64.zip', 'arm64.dmg', 'arm64.zip') },
		'latest.yml': { system: 'win', files: packages('win', 'x64.exe') },
	}
}

/** The file by which electron-updater downloads only the changed blocks of a package. An AppImage carries it inside. */
export const blockMapOf = (file: string): string | undefined =>
	/\.(dmg|zip|exe)$/.test(file) ? `${file}.blockmap` : undefined

/** Lists every other file of a release with its hash. */
export const CHECKSUMS = 'SHA256SUMS'
export const LICENSES = 'LICENSES.txt'
export const INSTALLER = 'install.sh'

/** The name of every file of a release, which CHECKSUMS lists, in order. */
export function checkedFiles(version: string): string[] {
	const desktop = Object.entries(desktopFeeds(version)).flatMap(([feed, { files }]) => [
		feed,
		...files.flatMap((file) => [file, blockMapOf(file) ?? []].flat()),
	])
	return [
		...SERVERS.map(({ file }) => file),
		...serverPackages(version).map(({ file }) => file),
		...desktop,
		LICENSES,
		INSTALLER,
	].sort()
}
