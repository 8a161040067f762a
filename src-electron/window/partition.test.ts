import { expect, test } from 'bun:test'
import { partitionOf } from './partition.ts'

const friendAt = (address: string) => partitionOf({ kind: 'friend', address })

test('this computer has its own cookies, kept over restarts', () => {
	expect(partitionOf({ kind: 'this-computer' })).toBe('persist:this-computer')
})

test('a friend stays signed in: the name for an address never changes', () => {
	// sha256 of the address; a change here signs everybody out.
	expect(friendAt('https://rides.example/')).toBe('persist:friend-f66ab002376fe1d3f8734300e1a14115')
})

test('no two instances share cookies, not even on one host', () => {
	const addresses = ['https://rides.example/', 'http://rides.example/', 'https://rides.example/rides/']
	const others = ['https://rides.example:8443/', 'https://rides.example/Rides/', 'http://192.168.1.5:7433/']
	const names = [...addresses, ...others].map(friendAt)
	expect(new Set(names).size).toBe(names.length)
	for (const name of names) expect(name).toMatch(/^persist:friend-[0-9a-f]{32}$/)
})
