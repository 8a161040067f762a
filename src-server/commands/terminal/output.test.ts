import { expect, test } from 'bun:test'
import { invites } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { PROGRAM } from '#server/testing/server-process.ts'

test('whoever reads slowly gets all of a long answer, and whoever stops reading does no harm', async () => {
	const { dataDir, inData } = operatorFolder()
	const note = 'x'.repeat(300_000)
	inData(({ orm }) => orm.insert(invites).values({ tokenHash: 'x', note, createdAt: new Date() }).run())
	const list = [...PROGRAM, 'invite', 'list', '--json', '--data-dir', dataDir].join(' ')
	const shell = (pipe: string) => Bun.$`sh -c ${`{ ${list}; echo "ended with $?" >&2; } | ${pipe}`}`.nothrow().quiet()

	// Writes more than a pipe holds, to a reader that starts after the command would have ended.
	const slow = await shell('{ sleep 1; cat; }')
	const short = await shell('head -c 10')

	expect(JSON.parse(slow.stdout.toString())).toEqual([expect.objectContaining({ note })])
	expect(slow.stderr.toString()).toBe('ended with 0\n')
	expect(short.stdout.toString()).toBe('[\n  {\n    ')
	expect(short.stderr.toString()).toBe('ended with 0\n')
})
