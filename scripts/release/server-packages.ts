import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { ENVIRONMENT_SAMPLE } from '#server/operations/service-unit/install-service.ts'
import { PACKAGED_UNIT, systemScope } from '#server/operations/service-unit/systemd.ts'
import { MADE_BY_US, SERVICE_USER_LINE, STATE_FOLDER, unitFile } from '#server/operations/service-unit/unit-file.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder, secondsSince } from '../run.ts'
import { LICENSES, SERVER_PACKAGE, serverFor, serverPackages } from './release-files.ts'

// bun scripts/release/server-packages.ts: makes the server's deb and rpm of what `bun run build:all` left in dist, beside it.
// With a FOLDER, there. Needs dpkg-deb and rpmbuild (Debian: apt install dpkg rpm).

const PROGRAM = '/usr/bin/backseat'
const SUMMARY = packageJson.description.replace(/\.$/, '')
const MAINTAINER = 'the Backseat authors'

const UNIT = unitFile({
	isUser: false,
	binary: PROGRAM,
	dataDir: STATE_FOLDER,
	backupDir: null,
	envFile: systemScope.envFile,
}).replace(MADE_BY_US, `# An update of ${SERVER_PACKAGE} overwrites it. Changes: systemctl edit backseat`)

type Content = { at: string; mode: number } & ({ text: string } | { from: string })

const filesOf = (dist: string, server: string, licenses: string): Content[] => [
	{ at: PROGRAM, mode: 0o755, from: join(dist, server) },
	{ at: PACKAGED_UNIT, mode: 0o644, text: UNIT },
	{ at: `/usr/lib/sysusers.d/${SERVER_PACKAGE}.conf`, mode: 0o644, text: `${SERVICE_USER_LINE}\n` },
	{ at: `/usr/share/${SERVER_PACKAGE}/backseat.env`, mode: 0o644, text: ENVIRONMENT_SAMPLE },
	{ at: licenses, mode: 0o644, from: join(dist, LICENSES) },
]

async function place(root: string, files: Content[]): Promise<void> {
	for (const file of files) {
		const path = join(root, file.at)
		await mkdir(dirname(path), { recursive: true })
		if ('text' in file) await Bun.write(path, file.text)
		else await copyFile(file.from, path)
		await chmod(path, file.mode)
	}
}

const script = (name: string) => join(projectFolder, 'deploy', 'packages', `${name}.sh`)

async function makeDeb(root: string, files: Content[], { version, architecture, to }: Package): Promise<void> {
	const control = `Package: ${SERVER_PACKAGE}
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Depends: libc6, systemd
Section: web
Priority: optional
Description: ${SUMMARY}
 The server, with a systemd service that starts with the machine.
`
	await place(root, [
		...files,
		{ at: 'DEBIAN/control', mode: 0o644, text: control },
		{ at: 'DEBIAN/postinst', mode: 0o755, from: script('after-install') },
		{ at: 'DEBIAN/prerm', mode: 0o755, from: script('before-remove') },
	])
	// zstd packs it in a second, xz in a minute for a tenth less.
	await runTool(['dpkg-deb', '--build', '--root-owner-group', '-Zzstd', '-z3', root, to])
}

async function makeRpm(root: string, files: Content[], { version, architecture, to }: Package): Promise<void> {
	const top = `${root}-rpm`
	const ownFolders = new Set(files.map(({ at }) => dirname(at)).filter((path) => basename(path) === SERVER_PACKAGE))
	const scriptlet = async (name: string) => (await Bun.file(script(name)).text()).replaceAll('%', '%%')
	// rpmbuild would strip the program, which removes the app from its end, and would pack the build machine's name.
	const spec = `%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _buildhost localhost
%global _binary_payload w3.zstdio
Name: ${SERVER_PACKAGE}
Version: ${version}
Release: 1
Summary: ${SUMMARY}
License: ${packageJson.license}
Vendor: ${MAINTAINER}
AutoReqProv: no
Requires: glibc, systemd
Provides: user(backseat), group(backseat)

%description
The server, with a systemd service that starts with the machine.

%post
${await scriptlet('after-install')}
%preun
${await scriptlet('before-remove')}
%files
%defattr(-,root,root)
${[...ownFolders].map((path) => `%dir ${path}`).join('\n')}
${files.map(({ at }) => at).join('\n')}
`
	try {
		await place(root, files)
		await Bun.write(join(top, 'spec'), spec)
		const defines = { _topdir: top, _rpmdir: top, _rpmfilename: 'made.rpm' }
		await runTool([
			...['rpmbuild', '-bb', '--quiet', '--buildroot', root, '--target', `${architecture}-linux`],
			...Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]),
			join(top, 'spec'),
		])
		await copyFile(join(top, 'made.rpm'), to)
	} finally {
		await rm(top, { recursive: true, force: true })
	}
}

type Package = { version: string; architecture: string; to: string }

async function runTool(command: string[]): Promise<void> {
	const { exited, stderr } = Bun.spawn(command, {
		stdout: 'ignore',
		stderr: 'pipe',
		env: { ...process.env, LC_ALL: 'C' },
	})
	const problem = await new Response(stderr).text()
	if ((await exited) !== 0) throw new Error(`${command[0]}: ${problem.trim()}`)
}

/** Makes the packages in `dist` and returns their names. */
export async function makeServerPackages(dist: string, version: string): Promise<string[]> {
	const packages = serverPackages(version)
	for (const { kind, machine, architecture, file } of packages) {
		const server = serverFor('linux', machine)
		if (!server) throw new Error(`There is no server for Linux ${machine}.`)
		const folder = await mkdtemp(join(tmpdir(), 'backseat-package-'))
		const root = join(folder, 'root')
		const made = { version, architecture, to: join(resolve(dist), file) }
		try {
			if (kind === 'deb')
				await makeDeb(root, filesOf(dist, server.file, `/usr/share/doc/${SERVER_PACKAGE}/copyright`), made)
			else await makeRpm(root, filesOf(dist, server.file, `/usr/share/licenses/${SERVER_PACKAGE}/${LICENSES}`), made)
		} finally {
			await rm(folder, { recursive: true, force: true })
		}
	}
	return packages.map(({ file }) => file)
}

if (import.meta.main) {
	const start = performance.now()
	// Folders get their mode from here, whatever the shell's umask is.
	process.umask(0o022)
	const dist = process.argv[2] ?? join(projectFolder, 'dist')
	for (const file of await makeServerPackages(dist, packageJson.version)) console.log(join(dist, file))
	console.log(`Packed in ${secondsSince(start)}.`)
}
