import { join } from 'node:path'

/*
 * For tests only: self-signed certificates for localhost and 127.0.0.1, valid from 2020 to 2120 (the expired one to
 * 2021). The keys are public, so never use them elsewhere.
 */

const folder = join(import.meta.dir, 'certificates')

export const CERTIFICATE = join(folder, 'certificate.pem')
export const EXPIRED_CERTIFICATE = join(folder, 'expired-certificate.pem')
/** The key of both certificates. */
export const KEY = join(folder, 'test-only-key.pem')
export const KEY_OF_ANOTHER = join(folder, 'other-test-only-key.pem')
/** The same key as KEY, behind a passphrase. */
export const KEY_WITH_PASSPHRASE = join(folder, 'locked-test-only-key.pem')
