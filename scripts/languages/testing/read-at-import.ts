import { join } from 'node:path'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { speak } from '#contract/text.ts'
import { projectFolder } from '../../run.ts'

/*
 * Prints the keys of the texts and pools that modules of the browser app read at import. Run it in a new process, because a
 * module runs once.
 */

/** Tests, modules that start something, and one that needs a constant of the build. */
const SKIPPED = /main\.tsx|after-start|worker|poster-texts|test/

GlobalRegistrator.register({ url: 'http://localhost:7433/home' })
const read = new Set<string>()
const translations = new Proxy({}, { get: (_texts, key) => void read.add(String(key)) })
speak({ locale: 'de', isRightToLeft: false, translations })
const folder = join(projectFolder, 'src-ui')
for (const file of new Bun.Glob('**/*.{ts,tsx}').scanSync(folder))
	if (!SKIPPED.test(file)) await import(join(folder, file))
process.stdout.write(JSON.stringify([...read]), () => process.exit())
