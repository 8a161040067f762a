import { join } from 'node:path'
import { configurationPage } from '#server/settings-help.ts'

await Bun.write(join(import.meta.dir, '..', 'docs', 'configuration.md'), configurationPage())
