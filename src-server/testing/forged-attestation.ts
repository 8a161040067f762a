import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Attestation, Attested } from './authenticator.ts'

/*
 * The attestation that a visitor could forge for an Android phone, with self-made certificates, one of which names an
 * address for its revocation list.
 */

const ES256 = -7

/**
 * Wraps a passkey in a statement of the format `android-key`. All of it is valid except the root, which is not trusted.
 */
export const androidKey =
	(revocationList: URL) =>
	async ({ authData, clientDataHash, keys, sign: signed }: Attested): Promise<Attestation> => {
		const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const rootKey = root.publicKey.export({ type: 'spki', format: 'der' })
		const leafKey = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey))
		const extensions = [
			extension(KEY_DESCRIPTION, keyDescription(clientDataHash)),
			extension(REVOCATION_LISTS, revocationLists(revocationList)),
		]
		const leaf = certificate({ subject: 'leaf', key: leafKey, extensions, by: root.privateKey })
		const ofRoot = certificate({ subject: 'root', key: rootKey, extensions: [], by: root.privateKey })
		const signature = await signed(Buffer.concat([authData, clientDataHash]))
		const attStmt = new Map<string, number | Buffer | Buffer[]>([
			['alg', ES256],
			['sig', signature],
			['x5c', [leaf, ofRoot]],
		])
		return { fmt: 'android-key', attStmt }
	}

const KEY_DESCRIPTION = '2b06010401d679020111'
const REVOCATION_LISTS = '551d1f'
const COMMON_NAME = '550403'
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'

function der(tag: number, ...contents: Uint8Array[]): Buffer {
	const content = Buffer.concat(contents)
	const { length } = content
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
	return Buffer.concat([Buffer.of(tag, ...size), content])
}
const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents)
const integer = (value: number) => der(2, Buffer.of(value))
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'))
const octets = (bytes: Uint8Array) => der(4, bytes)
const bits = (bytes: Uint8Array) => der(3, Buffer.of(0), bytes)
const enumerated = (value: number) => der(10, Buffer.of(value))

const extension = (kind: string, value: Buffer) => sequence(oid(kind), octets(value))

const keyDescription = (challenge: Buffer) =>
	sequence(
		...[integer(3), enumerated(0), integer(3), enumerated(0)],
		...[octets(challenge), octets(Buffer.alloc(0)), sequence(), sequence()],
	)

const revocationLists = ({ href }: URL) => sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(href))))))

const named = (name: string) => sequence(der(0x31, sequence(oid(COMMON_NAME), der(12, Buffer.from(name)))))

type ToSign = { subject: string; key: Uint8Array; extensions: Buffer[]; by: KeyObject }

function certificate({ subject, key, extensions, by }: ToSign): Buffer {
	const algorithm = sequence(oid(ECDSA_WITH_SHA256))
	const validity = sequence(der(23, Buffer.from('200101000000Z')), der(23, Buffer.from('490101000000Z')))
	const extended = extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]
	const content = sequence(
		...[der(0xa0, integer(2)), integer(1), algorithm, named('root'), validity, named(subject), key, ...extended],
	)
	return sequence(content, algorithm, bits(sign('sha256', content, by)))
}
