declare const BACKSEAT_VERSION: string | undefined

export const VERSION: string = typeof BACKSEAT_VERSION === 'string' ? BACKSEAT_VERSION : 'dev'
