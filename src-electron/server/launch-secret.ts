import { randomBytes } from 'node:crypto'

/** The cookie by which this computer's own server knows this app (docs/decisions/0009). */
export const SECRET_COOKIE = 'backseat_desktop'

/** 256 random bits as 43 characters, new at each start of the app. Who knows it may talk to the server inside. */
export const newLaunchSecret = (): string => randomBytes(32).toString('base64url')
