import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { PROGRAM, REPOSITORY, runToEnd } from '#server/testing/server-process.ts'
import { testApp } from '#server/testing/test-app.ts'
import { runCommand, runInTerminal } from './run-command.ts'

/** A data folder with the seed's family in it, and its operator's command line. */
export function operatorFolder(dataDir = familyFolder()) {
	const path = join(dataDir, 'backseat.db')

	const inFolder = (words: string[]) => [...words, '--data-dir', dataDir]

	return {
		dataDir,
		/** Runs a command in this process. */
		run: (...words: string[]) => runCommand(inFolder(words)),

		/** Runs a command with this on its standard input. */
		runWithInput: (input: string, ...words: string[]) => runCommand(inFolder(words), { input }),

		/** Runs a command in a terminal: each text is typed when the text before it has appeared. */
		runInTerminal: (dialogue: [appears: string, typed: string][], ...words: string[]) =>
			runInTerminal(dialogue, inFolder(words)),

		/** Runs a command in a process of its own. */
		runProcess: (...words: string[]) => runToEnd({ flags: inFolder(words) }),

		/** The same in a terminal of its own, which echoes what is typed unless it is told not to. */
		async runProcessInTerminal(dialogue: [appears: string, typed: string][], ...words: string[]) {
			let shown = ''
			const decoder = new TextDecoder()
			const left = [...dialogue]
			const command = Bun.spawn([...PROGRAM, ...inFolder(words)], {
				cwd: REPOSITORY,
				env: { PATH: process.env.PATH ?? '', HOME: dataDir, TERM: 'xterm' },
				terminal: {
					cols: 120,
					rows: 40,
					data(terminal, bytes) {
						shown += decoder.decode(bytes, { stream: true })
						const [next] = left
						if (next === undefined || !shown.includes(next[0])) return
						left.shift()
						terminal.write(next[1])
					},
				},
			})
			const exitCode = await command.exited
			command.terminal?.close()
			return { exitCode, shown }
		},

		/** The whole app over the same data, through a connection of its own. */
		app: (settings: Parameters<typeof testApp>[0] = {}) =>
			testApp({ dataDir, ...settings }, { db: openDatabase(path) }),

		/** Reads or changes the data directly. */
		inData<T>(work: (db: Database) => T): T {
			const db = openDatabase(path)
			try {
				return work(db)
			} finally {
				db.close()
			}
		},
	}
}
