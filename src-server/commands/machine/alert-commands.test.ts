import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '#server/commands/testing/run-command.ts'
import { alertService } from '#server/operations/alerts/testing/alert-services.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { forsakenPort, freshFolder, runToEnd } from '#server/testing/server-process.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

function ringTest(toml: string, env: Record<string, string> = {}) {
	const dataDir = freshFolder()
	writeFileSync(join(dataDir, 'backseat.toml'), toml)
	return runCommand(['alert', 'test', '--data-dir', dataDir], { env })
}

test('an operator sends a ring test to all their services and reads a line for each', async () => {
	using ntfy = alertService()
	using hook = alertService()
	const mail = await startMailServer()
	const toml = `
alert-url = ["${ntfy.ntfy}", "webhook+http://${hook.host}/", "mailto:ops@example.org"]
alert-secret = "${SECRET}"
smtp-url = "${mail.url}"
smtp-from = "rides@example.org"
public-url = "https://rides.example.org"
`

	expect(await ringTest(toml)).toEqual({
		exitCode: 0,
		stdout: `${ntfy.host}: fine\n${hook.host}: fine\na mailbox: fine\n`,
		stderr: '',
	})
	mail.close()
	expect(ntfy.titles()).toEqual(['Ring test'])
	expect(hook.taken[0]?.json).toMatchObject({ type: 'alert.test' })
	expect(mail.messages[0]?.data).toContain('Subject: Backseat: Ring test')
})

test('a service that is dead, refuses or redirects is named with its reason and without its token, and it ends with 1 [T66]', async () => {
	using fine = alertService()
	using closed = alertService(() => new Response(null, { status: 401 }))
	using moved = alertService(() => Response.redirect('http://127.0.0.1:1/'))
	const dead = `127.0.0.1:${forsakenPort()}`
	const addresses = [`gotify+http://:tk_token@${dead}`, closed.ntfy, moved.ntfy, fine.ntfy]

	const { exitCode, stdout, stderr } = await ringTest('', { BACKSEAT_ALERT_URL: addresses.join(',') })

	expect(exitCode).toBe(1)
	expect(stdout.split('\n')).toEqual([
		`${dead}: nobody answers there (ECONNREFUSED)`,
		`${closed.host}: it answers 401`,
		`${moved.host}: it sends others on (302)`,
		`${fine.host}: fine`,
		'',
	])
	expect(stdout + stderr).not.toContain('tk_token')
})

test('without an address there is nothing to test, and the setting is named', async () => {
	expect(await ringTest('')).toEqual({
		exitCode: 78,
		stdout: '',
		stderr: 'There is no alert-url, so no alerts are sent. Set it, and try again.\n',
	})
})

test('as a process it ends by itself once the services have answered', async () => {
	using ntfy = alertService()

	const { exitCode, stdout } = await runToEnd({
		flags: ['alert', 'test', '--data-dir', freshFolder()],
		env: { BACKSEAT_ALERT_URL: ntfy.ntfy },
	})

	expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${ntfy.host}: fine\n` })
})
