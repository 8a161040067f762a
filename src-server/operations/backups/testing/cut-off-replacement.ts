import { stepsOfReplacement } from '#server/operations/backups/replace-data.ts'

// Replaces data as a restore does, and kills itself after this many steps: bun cut-off-replacement.ts DATA STAGED ASIDE
// 2

const [data = '', staged = '', aside = '', steps = '0'] = process.argv.slice(2)
for (const step of stepsOfReplacement({ data, staged, aside }).slice(0, Number(steps))) step()
process.kill(process.pid, 'SIGKILL')
