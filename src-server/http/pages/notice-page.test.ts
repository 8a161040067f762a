import { expect, test } from 'bun:test'
import type { Answer } from '#server/http/answer.ts'
import { html, noticePage, unknownHostPage, wantsPage } from './notice-page.ts'

const EVIL = `"><script>alert(1)</script>'&`
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#x27;&amp;'

test('whatever is put on a notice is text, not HTML [T12]', () => {
	const { body } = noticePage({ status: 404, title: EVIL, heading: EVIL, plate: EVIL, text: html`<p>${EVIL}</p>` })
	const page = String(body)

	for (const around of [
		['<title>', ' · Backseat</title>'],
		['<h1>', '</h1>'],
		['<p class="plate">', '</p>'],
		['<p>', '</p>'],
	])
		expect(page).toContain(around.join(ESCAPED))
	expect(page).not.toContain('<script')
	const host = { name: EVIL, port: '', authority: EVIL }
	expect(unknownHostPage(host, { isHttps: true, basePath: '' }).body).not.toContain('<script')
})

const nonceOf = ({ page }: Answer) => (page && 'nonce' in page ? page.nonce : undefined)

test('its style carries the nonce of this page, and it loads nothing', () => {
	const notice = { status: 404, title: 'a', heading: 'a', text: '' }
	const [one, other] = [noticePage(notice), noticePage(notice)]
	const page = String(one.body)

	expect(page).toContain(`<style nonce="${nonceOf(one)}">`)
	expect(nonceOf(one)).not.toBe(nonceOf(other))
	expect(page).not.toMatch(/(src|href)="(?!data:,)|@import|url\(/)
	expect(page.length).toBeLessThan(4000)
})

test('a page is for a person with a browser, outside the API', () => {
	const wants = (method: string, path: string, Accept: string) =>
		wantsPage(new Request('http://x/', { method, headers: { Accept } }), path)
	const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

	expect([wants('GET', '/', browser), wants('HEAD', '/home', browser)]).toEqual([true, true])
	expect([wants('POST', '/', browser), wants('GET', '/api/user', browser), wants('GET', '/api', browser)]).toEqual([
		false,
		false,
		false,
	])
	expect([wants('GET', '/', '*/*'), wants('GET', '/', 'application/json'), wants('GET', '/', '')]).toEqual([
		false,
		false,
		false,
	])
})
