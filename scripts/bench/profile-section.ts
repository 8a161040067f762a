import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FROM_SOURCE } from '#server/testing/server-process.ts'
import { projectFolder } from '../run.ts'
import { makeBenchData } from './http/bench-data.ts'
import { benchCalls, type CallName } from './http/calls.ts'
import { burst } from './http/load.ts'
import { backseatCommand, startCommand } from './http/servers.ts'
import { passingFolder } from './leftovers.ts'
import type { Section } from './section.ts'

const PROFILES = join(projectFolder, 'docs', 'performance')
const SHOWN = 30

/** Where the time of a call goes, by Bun's own profiler: a text for each, kept beside the page. From the sources, which have names. */
export async function profileSection({
	calls,
	seconds = 2,
}: {
	calls?: readonly CallName[]
	seconds?: number
}): Promise<Section> {
	const chosen = calls ?? (['user', 'home', 'ratings20', 'ratings100', 'page', 'rate64'] satisfies CallName[])
	await mkdir(PROFILES, { recursive: true })
	const links: string[] = []
	for (const name of chosen) {
		const call = benchCalls('')[name]
		const file = `${name}.txt`
		await Bun.write(join(PROFILES, file), `${call.method} ${call.name}\n\n${await profileOf(name, seconds)}\n`)
		links.push(`[${call.name}](performance/${file})`)
	}
	return {
		title: 'Where the time goes',
		text: `Profiles of the server under load, by Bun's own profiler, the functions with the most time of their own: ${links.join(', ')}.`,
		targets: [],
	}
}

async function profileOf(name: CallName, seconds: number): Promise<string> {
	const folder = passingFolder()
	try {
		const [dataDir, profiles] = [join(folder, 'data'), join(folder, 'profiles')]
		await mkdir(dataDir)
		makeBenchData(join(dataDir, 'backseat.db'), 1000)
		const [bun = '', main = ''] = FROM_SOURCE
		const program = [bun, '--cpu-prof-md', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=500', main]
		const server = await startCommand(backseatCommand(dataDir, program), join(folder, 'log.txt'))
		await burst({ server, call: benchCalls('')[name], seconds })
		await server.stop()
		const [file = ''] = (await readdir(profiles)).filter((entry) => entry.endsWith('.md'))
		return hottest(await Bun.file(join(profiles, file)).text())
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** Own time, time with what it calls, name and place, without the folder of this machine. */
function hottest(profile: string): string {
	const [, table = ''] = profile.split('## Hot Functions (Self Time)')
	const rows = table
		.split('\n')
		.filter((line) => /^\| +[\d.]+%/.test(line))
		.map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').replace(`${projectFolder}/`, '').trim()))
	const line = (cells: string[]) => {
		const [, self = '', , total = '', , name = '', place = ''] = cells
		return `${self.padStart(6)} ${total.padStart(7)}  ${name}  ${place}`
	}
	return ['  self   total  function', ...rows.slice(0, SHOWN).map(line)].join('\n')
}
