import { randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters, new at each start of the app. Who knows it may talk to the server inside. */
export const newLaunchSecret = (): string => randomBytes(32).toString('base64url')
