import { join } from 'node:path'
import { configurationPage } from '#server/settings/configuration-page.ts'

await Bun.write(join(import.meta.dir, '..', '..', 'docs', 'configuration.md'), configurationPage())
