import type { Config } from '#server/settings/config.ts'
import { greetingName, mailServerMistake } from '#server/settings/mail-server.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const ABOUT = 'Mail'

/** Checks the settings without connecting; empty if no mail is sent. */
export function checkMail(config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'publicUrl'>): Finding[] {
	if (config.smtpUrl === null) return []
	const mistake = mailServerMistake(config.smtpUrl)
	if (mistake) return [problem(ABOUT, mistake.says, mistake.todo)]
	const name = greetingName(config)
	if (name !== undefined) return [ok(ABOUT, `greets the mail server as ${name}`)]
	return [
		warning(
			ABOUT,
			'Neither public-url nor smtp-from has a full name with which to greet the mail server; strict ones refuse that.',
			'Set --smtp-from to an address of a domain: rides@example.org.',
		),
	]
}
