import ipaddr from 'ipaddr.js'
import { isIP } from '#server/ip-address.ts'

export const withoutBrackets = (name: string) => name.replace(/^\[|\]$/g, '')
export const isAddress = (name: string) => isIP(withoutBrackets(name)) !== 0

/** Endings that only exist in home networks: they cannot be registered, and neither can a name without a dot. */
export const HOME_ENDINGS = ['.local', '.lan', '.home.arpa', '.internal']

/** Address ranges outside the internet. Mesh networks use 'carrierGradeNat'. */
const NOT_OF_THE_INTERNET = ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

export const isOfTheInternet = (address: string) => !NOT_OF_THE_INTERNET.includes(ipaddr.process(address).range())

export const isOfHomeNetwork = (name: string): boolean =>
	isAddress(name)
		? !isOfTheInternet(withoutBrackets(name))
		: !name.includes('.') || ['.localhost', ...HOME_ENDINGS].some((ending) => name.endsWith(ending))
