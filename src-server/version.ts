/** Set by `bun build --define` (scripts/build.ts); undefined when run from source. */
declare const BACKSEAT_VERSION: string | undefined

export const VERSION: string = typeof BACKSEAT_VERSION === 'string' ? BACKSEAT_VERSION : 'dev'
