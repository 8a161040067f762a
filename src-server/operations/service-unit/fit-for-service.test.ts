import { expect, test } from 'bun:test'
import { refuseUnfitProgram, refuseUnlessRoot } from './fit-for-service.ts'
import { systemPlace, userPlace } from './service-place.ts'
import { refuseWithoutSystemd } from './systemd.ts'

const mum = userPlace('/home/mum')

test('a program in a place that the service cannot see, or that is emptied, is refused with the line that moves it', () => {
	for (const path of ['/home/mum/backseat', '/root/backseat', '/tmp/backseat', '/var/tmp/b/backseat'])
		expect(() => refuseUnfitProgram(systemPlace, path, '1.0.0')).toThrow(
			'sudo install -m 755 backseat /usr/local/bin/backseat',
		)
	for (const path of ['/usr/local/bin/backseat', '/opt/backseat', '/homework/backseat'])
		expect(() => refuseUnfitProgram(systemPlace, path, '1.0.0')).not.toThrow()
})

test('a service of one person may run from their home', () => {
	expect(() => refuseUnfitProgram(mum, '/home/mum/bin/backseat', '1.0.0')).not.toThrow()
	expect(() => refuseUnfitProgram(mum, '/tmp/backseat', '1.0.0')).toThrow('is emptied')
})

test('only root makes a service of the machine; anybody one of their own', () => {
	expect(() => refuseUnlessRoot(systemPlace, 1000)).toThrow('Run this with sudo; or with --user')
	expect(() => refuseUnlessRoot(systemPlace, 0)).not.toThrow()
	expect(() => refuseUnlessRoot(mum, 1000)).not.toThrow()
})

test('without systemd it is said what to do instead', () => {
	expect(() => refuseWithoutSystemd(false)).toThrow(/^This machine was not started by systemd.*in a container\.$/)
	expect(() => refuseWithoutSystemd(true)).not.toThrow()
})
