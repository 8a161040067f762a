import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import type { Instance } from '../fixtures/instance.ts'
import { PASSWORD, uniqueName } from '../fixtures/people.ts'
import type { EngineBrowser, Key, Tab } from './engine.ts'
import { asSource, type Found, inPage, installed, type Pressable, type Target } from './find.ts'

export type Person = {
	/** Opens a path below the instance's address: 'home', 'rating/2'. */
	open(path: string): Promise<void>
	back(): Promise<void>
	reload(): Promise<void>
	press(key: Key): Promise<void>
	/** Waits until the target is visible, still and uncovered, then clicks it. */
	tap(target: Target): Promise<void>
	fill(label: string, text: string): Promise<void>
	see(target: Target): Promise<string>
	seeNo(target: Target): Promise<void>
	expectFound(target: Target, expected: Partial<Found>): Promise<void>
	isFocused(target: Target): Promise<boolean>
	/** Waits for this path below the instance's address. Returns the match of its group. */
	at(path: RegExp): Promise<string>
	value<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
	ask<Answer>(method: string, path: string, body?: object): Promise<Answer>
	newTab(): Promise<Person>
}
export type Member = Person & { id: number; username: string }

const LIBRARY = readFileSync(
	fileURLToPath(
		new URL('dist/@testing-library/dom.umd.min.js', import.meta.resolve('@testing-library/dom/package.json')),
	),
	'utf8',
)

const PATIENCE = { timeout: 30_000, intervals: [50, 100, 200] }

export async function personIn(browser: EngineBrowser, instance: Pick<Instance, 'address'>): Promise<Person> {
	return personAt(browser, await browser.newTab(), instance.address)
}

export async function memberIn(browser: EngineBrowser, instance: Instance, name: string): Promise<Member> {
	const person = await personIn(browser, instance)
	const username = uniqueName(name)
	await person.open('home')
	const { id } = await person.ask<{ id: number }>('POST', 'api/users', { username, password: PASSWORD, email: null })
	return { ...person, id, username }
}

function personAt(browser: EngineBrowser, tab: Tab, address: string): Person {
	const value = async <Result>(expression: string) => (await tab.value(expression)) as Result
	/** Injects the search functions, which each new page lacks. */
	const withWalk = async <Result extends object>(expression: string) => {
		const ask = () => value<Result | null>(`'backseatWalk' in window ? ${expression} : null`)
		const first = await ask()
		if (first) return first
		await value(installed(LIBRARY))
		const second = await ask()
		if (!second) throw new Error('The page was left')
		return second
	}
	const look = (target: Target) =>
		withWalk<Found>(inPage((target: Target) => (window as unknown as Walk).backseatWalk.look(target), target))
	const aim = (target: Target) =>
		withWalk<Pressable>(inPage((target: Target) => (window as unknown as Walk).backseatWalk.aim(target), target))

	/** A page that is being unloaded does not respond; the retry reaches the next page. */
	const expectFound = async (target: Target, expected: Partial<Found>) => {
		await expect(async () => expect(await look(target), asSource(target)).toMatchObject(expected)).toPass(PATIENCE)
	}
	const see = async (target: Target) => {
		let found: Found | undefined
		await expect(async () => {
			found = await look(target)
			expect(found.count, `${asSource(target)} is there`).toBeGreaterThan(0)
		}).toPass(PATIENCE)
		return found?.text ?? ''
	}
	const pressOnce = async (target: Target) => {
		const pressable = await aim(target)
		if ('obstacle' in pressable) throw new Error(`${asSource(target)}: ${pressable.obstacle}`)
		await tab.click(pressable.point)
		const hasMissed = await value<boolean>('window.hasBackseatWalkHit === false')
		if (hasMissed) throw new Error(`${asSource(target)} moved away from under the press`)
	}
	return {
		open: (path) => tab.goto(address + path),
		back: tab.back,
		reload: tab.reload,
		press: tab.press,
		tap: (target) => expect(() => pressOnce(target)).toPass(PATIENCE),
		fill: async (label, text) => {
			await expect(async () => {
				await pressOnce({ label })
				// A new screen may still move the focus.
				expect(await look({ label }), label).toMatchObject({ hasFocus: true })
			}).toPass(PATIENCE)
			await value(inPage(() => (document.activeElement as HTMLInputElement).select()))
			await tab.type(text)
		},
		see,
		seeNo: (target) => expectFound(target, { count: 0 }),
		expectFound,
		isFocused: async (target) => (await look(target)).hasFocus,
		at: async (path) => {
			let match: RegExpMatchArray | null = null
			await expect(async () => {
				const href = await value<string>('location.href')
				match = href.startsWith(address) ? href.slice(address.length).match(path) : null
				expect(match, `${href} is ${path}`).not.toBeNull()
			}).toPass(PATIENCE)
			return match?.[1] ?? ''
		},
		value: (work, ...args) => value(inPage(work, ...args)),
		ask: (method, path, body) => value(inPage(askServer, method, address + path, body ?? null)),
		newTab: async () => personAt(browser, await browser.newTab(), address),
	}
}

type Walk = { backseatWalk: { look(target: Target): Found; aim(target: Target): Promise<Pressable> } }

async function askServer(method: string, address: string, body: object | null) {
	const headers: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {}
	const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) })
	const text = await answer.text()
	if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
	return text === '' ? null : JSON.parse(text)
}
