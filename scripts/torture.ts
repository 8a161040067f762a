import { projectFolder } from './run.ts'
import { summaryLine } from './test/test-results.ts'
import { torture } from './test/torture-parts.ts'

// bun run test:torture [part …] [--quick]   what takes too long for every day; docs/reliability.md has the figures

process.chdir(projectFolder)
const words = process.argv.slice(2)
const isFlag = (word: string) => word.startsWith('--')
const results = await torture(
	words.filter((word) => !isFlag(word)),
	words.filter(isFlag),
)
for (const { remarks } of results) for (const remark of remarks) console.log(`✗ ${remark}`)
console.log(summaryLine(results))
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)
