import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { familyFolder } from './family-data.ts'
import { FROM_SOURCE, REPOSITORY, runToEnd, spawn } from './server-process.ts'

/** A data folder with the seed's family in it, and a shell for their operator. */
export function operatorsFolder(dataDir = familyFolder()) {
	const path = join(dataDir, 'backseat.db')

	const here = (words: string[]) => [...words, '--data-dir', dataDir]

	return {
		dataDir,
		/** Gives a command and waits for its end. */
		run: (...words: string[]) => runToEnd({ flags: here(words) }),

		/** Gives a command, types these lines into its standard input, and waits for its end. */
		async runTyping(typed: string, ...words: string[]) {
			const command = spawn({ flags: here(words), hears: typed })
			const exitCode = await command.exited
			await command.isRead
			return { exitCode, ...command.output }
		},

		/** The same in a terminal: each text is typed when the words before it have appeared. */
		async runInTerminal(talk: [appears: string, typed: string][], ...words: string[]) {
			let shown = ''
			const decoder = new TextDecoder()
			const command = Bun.spawn([...FROM_SOURCE, ...here(words)], {
				cwd: REPOSITORY,
				env: { PATH: process.env.PATH ?? '', HOME: dataDir, TERM: 'xterm' },
				terminal: {
					cols: 120,
					rows: 40,
					data: (_terminal, bytes) => (shown += decoder.decode(bytes, { stream: true })),
				},
			})
			for (const [appears, typed] of talk) {
				while (!shown.includes(appears)) {
					if (command.exitCode !== null) throw new Error(`It ended with ${command.exitCode} and showed: ${shown}`)
					await Bun.sleep(5)
				}
				command.terminal?.write(typed)
			}
			const exitCode = await command.exited
			command.terminal?.close()
			return { exitCode, shown }
		},

		/** Looks into the data. */
		look<T>(at: (db: Database) => T): T {
			const open = openDatabase(path)
			try {
				return at(open)
			} finally {
				open.close()
			}
		},
	}
}
