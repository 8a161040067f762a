import { join } from 'node:path'
import { installed, type PackageFolders } from '../licenses/bundled-packages.ts'
import { licensesText, type Parts } from '../licenses/licenses-text.ts'
import { noticesOf } from '../licenses/notices.ts'
import { projectFolder } from '../run.ts'

/**
 * The text of LICENSES.backseat.txt in the package: everything that the server inside prints, and what the desktop app itself is
 * made of. `packages` are those that are bundled into it.
 */
export async function writeDesktopLicenses(packages: PackageFolders, project = projectFolder): Promise<void> {
	// Made with the server (scripts/build.ts).
	const ofServer: Parts = await Bun.file(join(project, 'dist/licenses.json')).json()
	const text = await licensesText({
		...ofServer,
		'the desktop app': await noticesOf(packages),
		[ELECTRON]: await noticesOf(new Set([installed('electron')])),
	})
	await Bun.write(join(project, 'dist/desktop/LICENSES.txt'), text)
}

const ELECTRON =
	'the program around the desktop app, in which are Chromium and Node.js too (LICENSES.chromium.html, which comes along)'
