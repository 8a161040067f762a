import { join } from 'node:path'
import { configurationPage } from '#server/configuration-page.ts'

await Bun.write(join(import.meta.dir, '..', '..', 'docs', 'configuration.md'), configurationPage())
