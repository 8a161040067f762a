import { expect, test } from 'bun:test'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { writeRunningAddress } from '#server/process/running-address.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { checkTimeZone } from './time-zone-check.ts'

const NOW = new Date('2026-07-14T16:30Z')
const check = (timeZone: string | null, server: Parameters<typeof checkTimeZone>[2], dataDir = freshFolder()) =>
	checkTimeZone({ dataDir, timeZone }, NOW, server)

test('the doctor says which time zone is in use, where it comes from, and what time it is there', () => {
	const server = { zone: 'Asia/Kolkata', by: '/etc/localtime' }
	expect(check(null, server)).toMatchObject({ state: 'ok', says: 'Asia/Kolkata, from /etc/localtime: 22:00 there now' })
	expect(check('Europe/Berlin', server)).toMatchObject({
		state: 'ok',
		says: 'Europe/Berlin, from time-zone: 18:30 there now',
	})
})

test('a TZ that names no time zone is a warning that says what to write', () => {
	expect(check(null, { zone: 'UTC', by: 'default', misunderstood: 'Berlin' })).toMatchObject({
		state: 'warning',
		says: 'The variable TZ is "Berlin", which names no time zone, so UTC is used.',
		todo: 'Set TZ or time-zone to the IANA name of a time zone, such as Europe/Berlin.',
	})
})

test('a server that runs says its own time zone: the command may have another TZ', () => {
	const dataDir = freshFolder()
	const lock = takeInstanceLock(dataDir)
	writeRunningAddress({ ...defaultConfig, dataDir }, 'Australia/Lord_Howe')

	expect(check(null, { zone: 'UTC', by: 'default' }, dataDir)).toMatchObject({
		state: 'ok',
		says: 'Australia/Lord_Howe, says the running server: 03:00 there now',
	})
	lock.release()
})
