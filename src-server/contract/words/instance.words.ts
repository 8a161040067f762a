import type * as instance from '#contract/instance.ts'
import type { WordsOf } from './words.ts'

export const instanceWords: WordsOf<typeof instance> = {
	getInstance: {
		tag: 'Instance',
		summary: 'What kind of Backseat this is',
		answers: { 200: 'Its version, and what its operator allows.' },
	},
	getHealth: {
		tag: 'Instance',
		summary: 'Whether the process answers',
		answers: { 200: 'It does.' },
	},
	getReady: {
		tag: 'Instance',
		summary: 'Whether a rating could be saved now',
		description: 'Really writes, and takes it back.',
		answers: { 200: 'Yes. No is a 503.' },
	},
}
