import { autoUpdater } from 'electron-updater'
import type { Updater } from '#desktop/updates/updates.ts'

/** electron-updater picks how this platform is updated when it is first asked for, so it is asked for late. */
export const createUpdater = (): Updater => autoUpdater
