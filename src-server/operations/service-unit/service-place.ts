import { join } from 'node:path'
import { STATE_FOLDER } from './unit-file.ts'

/** Where the files of a service are: of the whole machine, or of one person. */
export type ServicePlace = { isUser: boolean; unitFile: string; envFile: string; dataDir: string }

export const systemPlace: ServicePlace = {
	isUser: false,
	unitFile: '/etc/systemd/system/backseat.service',
	envFile: '/etc/backseat.env',
	dataDir: STATE_FOLDER,
}

export const userPlace = (home: string): ServicePlace => ({
	isUser: true,
	unitFile: join(home, '.config/systemd/user/backseat.service'),
	envFile: join(home, '.config/backseat.env'),
	dataDir: join(home, '.local/share/backseat'),
})
