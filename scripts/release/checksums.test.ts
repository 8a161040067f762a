import { expect, test } from 'bun:test'
import { refuseOtherFiles } from './checksums.ts'
import { CHECKSUMS, checkedFiles } from './release-files.ts'

const all = checkedFiles('0.1.0')

test('a release has all its files, and no other', () => {
	expect(() => refuseOtherFiles([...all, CHECKSUMS], '0.1.0')).not.toThrow()
	expect(() => refuseOtherFiles(all.slice(1), '0.1.0')).toThrow(`The release lacks ${all[0]}.`)
	expect(() => refuseOtherFiles([...all, 'notes.md'], '0.1.0')).toThrow('The release does not list notes.md.')
	expect(() => refuseOtherFiles(all, '0.2.0')).toThrow('backseat-server_0.2.0_amd64.deb')
})
