import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { PROGRAM, REPOSITORY, runToEnd } from '#server/testing/server-process.ts'
import { testApp } from '#server/testing/test-app.ts'
import { runCommand, runInTerminal } from './run-command.ts'

/** A data folder with the seed's family, and the command line of its operator. */
export function operatorFolder(dataDir = familyFolder()) {
	const path = join(dataDir, 'backseat.db')

	const inFolder = (words: string[]) => [...words, '--data-dir', dataDir]

	return {
		dataDir,
		/** Runs a command in this process. */
		run: (...words: string[]) => runCommand(inFolder(words)),

		/** Runs a command with this text on standard input. */
		runWithInput: (input: string, ...words: string[]) => runCommand(inFolder(words), { input }),

		/** Runs a command in a terminal: types each text once the preceding text has appeared. */
		runInTerminal: (dialogue: [appears: string, typed: string][], ...words: string[]) =>
			runInTerminal(dialogue, inFolder(words)),

		/** Runs a command in a child process. */
		runProcess: (...words: string[]) => runToEnd({ flags: inFolder(words) }),

		/** Runs a command in a child process with a terminal, which echoes input unless the command turns that off. */
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

		/** The whole app over the same data, through another connection. */
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
