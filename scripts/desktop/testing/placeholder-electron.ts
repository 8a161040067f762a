import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/*
 * For packaging.long.test.ts: folders that electron-builder accepts as Electron, where Electron cannot be downloaded.
 * They have the files that it moves, edits and deletes, and a real fuse wire. They cannot show that Electron starts.
 */

/** The fuses of Electron 45 as shipped: version 1, nine fuses, '1' on and '0' off. */
const fuseWire = Buffer.concat([
	Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
	Buffer.from([1, 9]),
	Buffer.from('101100111'),
])
const program = Buffer.concat([Buffer.alloc(4096, 'x'), fuseWire, Buffer.alloc(4096, 'y')])

/** Makes one placeholder per system below `folder`: linux, darwin, win32. */
export async function makePlaceholderElectrons(folder: string) {
	await Promise.all([
		makeFiles(join(folder, 'linux'), { electron: program, ...besideProgram }),
		makeFiles(join(folder, 'win32'), { 'electron.exe': windowsProgram(), ...besideProgram }),
		makeFiles(join(folder, 'darwin/Electron.app/Contents'), {
			'Info.plist': plist('Electron'),
			'MacOS/Electron': 'a launcher',
			'Resources/electron.icns': 'an icon',
			...inLanguages((name) => `Resources/${name.replace('-US', '')}.lproj/locale.pak`),
			'Frameworks/Electron Framework.framework/Electron Framework': program,
			...inLanguages(
				(name) =>
					`Frameworks/Electron Framework.framework/Versions/A/Resources/${name.replace('-US', '')}.lproj/locale.pak`,
			),
			...helper('Electron Helper'),
			...helper('Electron Helper (GPU)'),
			...helper('Electron Helper (Plugin)'),
			...helper('Electron Helper (Renderer)'),
		}),
	])
}

const inLanguages = (path: (name: string) => string) =>
	Object.fromEntries(['en-US', 'de', 'pt-BR'].map((name) => [path(name), 'words']))

const besideProgram = {
	LICENSE: 'of Electron',
	'LICENSES.chromium.html': 'of Chromium',
	'resources.pak': 'pictures',
	...inLanguages((name) => `locales/${name}.pak`),
}

const helper = (name: string) => ({
	[`Frameworks/${name}.app/Contents/Info.plist`]: plist(name),
	[`Frameworks/${name}.app/Contents/MacOS/${name}`]: 'a launcher',
})

const plist = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
</dict></plist>`

/** A Windows program with the version resource that electron-builder edits; the fuse wire is in another resource. */
function windowsProgram(): Buffer {
	const executable = NtExecutable.createEmpty(false, false)
	const resources = NtExecutableResource.from(executable)
	const english = { lang: 1033, codepage: 1200 }
	const version = Resource.VersionInfo.createEmpty()
	version.setStringValues(english, { ProductName: 'Electron' })
	version.outputToResourceEntries(resources.entries)
	const bin = Uint8Array.from(program).buffer
	resources.entries.push({ type: 10, id: 1, ...english, bin })
	resources.outputResource(executable)
	return Buffer.from(executable.generate())
}

async function makeFiles(folder: string, files: Record<string, string | Buffer>) {
	await mkdir(folder, { recursive: true })
	for (const [path, content] of Object.entries(files)) await Bun.write(join(folder, path), content)
}
