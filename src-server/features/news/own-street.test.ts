import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'

/*
 * The real server with its real network code in a network namespace of its own, which has an internet address, port
 * 443, and a certificate authority that the server trusts through NODE_EXTRA_CA_CERTS. No setting exists for tests.
 */

const PUBLIC = '17.57.144.1'
const PREPARE = `ip link set lo up && ip addr add ${PUBLIC}/32 dev lo && mount --bind "$1/hosts" /etc/hosts`
const inside = (folder: string, then: string, words: string[] = []) => [
	...['unshare', '-rnm', 'sh', '-c', `${PREPARE} && ${then}`, 'sh', folder, ...words],
]

const folder = freshFolder()
writeFileSync(
	join(folder, 'hosts'),
	`127.0.0.1 localhost web.push.apple.com\n${PUBLIC} fcm.googleapis.com updates.push.services.mozilla.com\n`,
)
const hasStreet =
	Bun.which('unshare') !== null &&
	Bun.which('ip') !== null &&
	Bun.which('openssl') !== null &&
	Bun.spawnSync(inside(folder, 'true'), { stderr: 'ignore' }).success

/** A certificate authority, and its certificate for Google's push service alone. */
function makeCertificates() {
	const openssl = (...words: string[]) => {
		const { success, stderr } = Bun.spawnSync(['openssl', ...words], { cwd: folder, stderr: 'pipe' })
		if (!success) throw new Error(stderr.toString())
	}
	const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
	const authority = ['-keyout', 'authority-key.pem', '-out', 'authority.pem', '-subj', '/CN=Street', '-days', '2']
	openssl('req', '-x509', ...newKey, ...authority)
	openssl('req', ...newKey, '-keyout', 'service-key.pem', '-out', 'service.csr', '-subj', '/CN=fcm.googleapis.com')
	writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:fcm.googleapis.com\n')
	const by = ['-CA', 'authority.pem', '-CAkey', 'authority-key.pem', '-CAcreateserial']
	openssl('x509', '-req', '-in', 'service.csr', ...by, '-days', '2', '-extfile', 'names', '-out', 'service.pem')
}

test.skipIf(!hasStreet)(
	'on its own street the server rings by https under the right name, follows nothing inside, and without push-contact sends nothing (skipped where `unshare -rnm` may make no network) [T59] [T65]',
	async () => {
		makeCertificates()
		const script = join(REPOSITORY, 'src-server', 'features', 'news', 'testing', 'street.ts')
		const street = Bun.spawn(inside(folder, 'exec "$2" "$3" "$1" "$4"', [process.execPath, script, PUBLIC]), {
			cwd: REPOSITORY,
			stdout: 'pipe',
			stderr: 'pipe',
		})
		const [told, complaints] = await Promise.all([street.stdout, street.stderr].map((of) => new Response(of).text()))
		expect([await street.exited, complaints]).toEqual([0, ''])
		const happened = JSON.parse(told as string)

		const headers = ['ttl: 86400', 'urgency: low', 'topic: ratings', 'content-encoding: aes128gcm']
		const letter = { host: 'fcm.googleapis.com', path: '/good', headers }
		expect(happened).toMatchObject({
			test: { rang: 1, phones: 5 },
			arrivedAtTest: [{ ...letter, text: '{"v":1,"kind":"test"}' }],
			arrivedWithoutSetting: [],
			arrived: [{ ...letter, text: '{"v":1,"kind":"ratings","count":2}' }],
			reachedInside: 0,
		})
		// One push service never answers.
		expect(happened.testSeconds).toBeGreaterThan(9)
		expect(happened.testSeconds).toBeLessThan(14)
		expect(happened.logs).not.toMatch(/fcm|apple\.com|mozilla|https:|Error/)
	},
	60_000,
)
