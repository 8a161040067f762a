import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { builtBinary } from '../../build/build-stamp.ts'
import { bun, runQuietly } from '../../run.ts'
import { makeBenchData } from '../http/bench-data.ts'
import { recordSite } from '../http/record-site.ts'
import { backseatCommand, type RunningServer, startCommand } from '../http/servers.ts'

/** A program that serves, and how it is started on a data folder. */
export type Program = { name: string; file: string; start(dataDir: string): Promise<RunningServer> }

/** The product, and the naked contestant compiled: what Bun itself costs. */
export async function programsIn(folder: string, product: string = builtBinary): Promise<[Program, Program]> {
	const logFile = join(folder, 'log.txt')
	const bareFile = join(folder, 'bare')
	const source = join(import.meta.dir, '..', 'contestants', 'naked.ts')
	const { code, output } = await runQuietly([bun, 'build', '--compile', source, '--outfile', bareFile])
	if (code !== 0) throw new Error(output)
	const backseat: Program = {
		name: 'Backseat',
		file: product,
		start: (dataDir) => startCommand(backseatCommand(dataDir, [product]), logFile),
	}
	const small = join(folder, 'recorded')
	await mkdir(small)
	makeBenchData(join(small, 'backseat.db'), 1000)
	const recorded = await backseat.start(small)
	const siteFile = join(folder, 'site.json')
	await Bun.write(siteFile, JSON.stringify(await recordSite(recorded.origin)))
	await recorded.stop()
	const bare: Program = {
		name: 'bare binary',
		file: bareFile,
		start: (dataDir) => startCommand([bareFile, join(dataDir, 'backseat.db'), siteFile], logFile),
	}
	return [backseat, bare]
}
