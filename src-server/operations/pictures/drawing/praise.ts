import { praises } from '#contract/praise.ts'
import type { PictureContent } from '#server/operations/pictures/picture-content.ts'

export const praiseOf = (content: PictureContent): string => oneOf(praises(), content)

/** Deterministic for the content, so that a redrawn picture stays the same. */
export const oneOf = (pool: readonly string[], content: PictureContent): string =>
	pool[Bun.hash.crc32(JSON.stringify(content)) % pool.length] ?? ''
