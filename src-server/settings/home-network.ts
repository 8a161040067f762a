import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export const withoutBrackets = (name: string) => name.replace(/^\[|\]$/g, '')
export const isAddress = (name: string) => isIP(withoutBrackets(name)) !== 0

/** In a home network only: nobody can register names that end like these, nor one without a dot. */
export const HOME_ENDINGS = ['.local', '.lan', '.home.arpa', '.internal']

/** What addresses of the internet are not: nobody elsewhere has one. Mesh networks use those of carriers. */
const NOT_OF_THE_INTERNET = ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

export const isOfTheInternet = (address: string) => !NOT_OF_THE_INTERNET.includes(ipaddr.process(address).range())

/** Whether only this network can have such an address or name, whatever answers there. */
export const isOfHomeNetwork = (name: string): boolean =>
	isAddress(name)
		? !isOfTheInternet(withoutBrackets(name))
		: !name.includes('.') || ['.localhost', ...HOME_ENDINGS].some((ending) => name.endsWith(ending))
