import { test } from 'bun:test'
import { whyNoBareRoot } from '#server/testing/bare-root.ts'
import { checkImage } from './check-image.ts'

const reason = whyNoBareRoot()
const why = reason === null ? '' : ` (skipped: it ${reason})`

test.skipIf(reason !== null)(
	`the image builds from what .dockerignore lets in, and runs with nothing to write to but its volume [B25]${why}`,
	() => checkImage(),
	300_000,
)
