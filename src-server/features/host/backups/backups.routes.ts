import { downloadBackup, listBackups, removeBackup, startBackup, verifyBackup } from '#contract/host/backups.ts'
import { route } from '#server/http/calls/route.ts'
import type { HostBackupService } from './backups.service.ts'

export const hostBackupsRoutes = ({ hostBackups }: { hostBackups: HostBackupService }) => [
	route(listBackups, () => hostBackups.list()),
	route(startBackup, ({ me }) => hostBackups.start(me)),
	route(verifyBackup, ({ me, params }) => hostBackups.verify(me, params.name)),
	route(removeBackup, ({ me, params }) => hostBackups.remove(me, params.name)),
	route(downloadBackup, ({ me, params, request, setHeader }) => {
		// Elysia answers HEAD with the headers of GET, and reads its body to the end. Nothing is handed out by it.
		if (request.method === 'HEAD') return new Blob()
		const path = hostBackups.download(me, params.name)
		// A name of the list holds nothing that a header or a file system would stumble over.
		setHeader('content-disposition', `attachment; filename="${params.name}"`)
		return Bun.file(path, { type: 'application/vnd.sqlite3' })
	}),
]
