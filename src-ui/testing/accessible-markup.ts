/** Roles that require a name. Their text content can provide it where ARIA allows that. */
const NAMED_BY_CONTENT = new Set([
	...['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'menuitemradio', 'menuitemcheckbox'],
	...['option', 'heading'],
])
const NAMED_BY_AUTHOR = new Set([
	...['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox', 'img', 'dialog', 'alertdialog'],
	...['progressbar', 'meter', 'radiogroup'],
])
/** The nearest ancestor with a role must have one of these roles. */
const PARENTS: Record<string, string[]> = {
	listitem: ['list'],
	tab: ['tablist'],
	option: ['listbox', 'group'],
	menuitem: ['menu', 'menubar', 'group'],
	menuitemradio: ['menu', 'menubar', 'group'],
	menuitemcheckbox: ['menu', 'menubar', 'group'],
}
/** States that a role must expose; native inputs do so by themselves. */
const STATES: Record<string, string> = {
	checkbox: 'aria-checked',
	radio: 'aria-checked',
	switch: 'aria-checked',
	menuitemradio: 'aria-checked',
	menuitemcheckbox: 'aria-checked',
	slider: 'aria-valuenow',
	combobox: 'aria-expanded',
	heading: 'aria-level',
}
const PRESSABLE = new Set(['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'option'])
const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-errormessage', 'aria-activedescendant', 'aria-owns']

const INPUT_ROLES: Record<string, string> = {
	...{ checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox' },
	...{ button: 'button', submit: 'button', reset: 'button', image: 'button', hidden: '' },
}
const TAG_ROLES: Record<string, string> = {
	...{ BUTTON: 'button', TEXTAREA: 'textbox', SELECT: 'combobox', OPTION: 'option', DIALOG: 'dialog', LI: 'listitem' },
	...{ UL: 'list', OL: 'list', MENU: 'list', PROGRESS: 'progressbar', METER: 'meter', IMG: 'img' },
	...{ H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading' },
}

function roleOf(element: Element): string {
	const role = element.getAttribute('role')
	if (role) return role
	if (element.tagName === 'A') return element.hasAttribute('href') ? 'link' : ''
	if (element.tagName === 'INPUT') return INPUT_ROLES[element.getAttribute('type') ?? ''] ?? 'textbox'
	return TAG_ROLES[element.tagName] ?? ''
}

const idsIn = (element: Element, attribute: string) =>
	(element.getAttribute(attribute) ?? '').split(/\s+/).filter(Boolean)

/** Accessible text of an element, as far as the markup determines it. */
function textOf(node: Node): string {
	if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
	if (node.getAttribute('aria-hidden') === 'true') return ''
	const own = node.getAttribute('aria-label') ?? node.getAttribute('alt')
	return own ?? [...node.childNodes].map(textOf).join(' ')
}

function nameOf(element: Element, role: string, byId: ReadonlyMap<string, Element>): string {
	const referenced = (ids: string[]) => ids.map((id) => byId.get(id)).map((found) => (found ? textOf(found) : ''))
	const labels = (element as HTMLInputElement).labels ?? []
	const names = [
		...referenced(idsIn(element, 'aria-labelledby')),
		element.getAttribute('aria-label'),
		...[...labels].map(textOf),
		...['alt', 'title', 'placeholder'].map((attribute) => element.getAttribute(attribute)),
		role === 'button' && element.tagName === 'INPUT' ? element.getAttribute('value') : '',
		NAMED_BY_CONTENT.has(role) ? [...element.childNodes].map(textOf).join(' ') : '',
		role === 'img' ? (element.querySelector('title')?.textContent ?? '') : '',
	]
	return names.filter(Boolean).join(' ').trim()
}

/** Accessibility errors in the markup below `root`. The browser tests run all axe rules on fewer states. */
export function accessibilityFaults(root: Element): string[] {
	const faults: string[] = []
	const byId = new Map<string, Element>()
	for (const element of root.querySelectorAll('[id]')) {
		if (byId.has(element.id)) faults.push(`two elements have the id ${element.id}`)
		byId.set(element.id, element)
	}

	const visit = (element: Element, parentRole: string, pressable: string) => {
		// React Aria's announcer may still reference a button that was just removed.
		if (element.hasAttribute('data-live-announcer') || element.getAttribute('aria-hidden') === 'true') return
		if (element.hasAttribute('hidden') || element.hasAttribute('inert')) return
		const role = roleOf(element)
		const tag = () => (element.cloneNode() as Element).outerHTML.replace(/<\/.*$/, '')

		// An empty `alt` marks an image as decorative.
		const needsName = NAMED_BY_CONTENT.has(role) || (NAMED_BY_AUTHOR.has(role) && element.getAttribute('alt') !== '')
		if (needsName && nameOf(element, role, byId) === '') faults.push(`no name: ${tag()}`)
		const closed = [element.getAttribute('aria-expanded'), element.getAttribute('aria-selected')].includes('false')
		for (const attribute of [...REFERENCES, ...(closed ? [] : ['aria-controls'])])
			for (const id of idsIn(element, attribute))
				if (!byId.has(id)) faults.push(`${attribute} refers to nothing: ${tag()}`)
		const state = STATES[role]
		if (state && element.getAttribute('role') === role && !element.hasAttribute(state) && element.tagName !== 'INPUT')
			faults.push(`no ${state}: ${tag()}`)
		if (PARENTS[role] && !PARENTS[role].includes(parentRole) && element.tagName !== 'OPTION')
			faults.push(`not in a ${PARENTS[role].join(' or ')}: ${tag()}`)
		if (pressable && PRESSABLE.has(role)) faults.push(`inside ${pressable}: ${tag()}`)

		const ownRole = role === '' || role === 'presentation' || role === 'none' ? parentRole : role
		const inside = PRESSABLE.has(role) ? tag() : pressable
		for (const child of element.children) visit(child, ownRole, inside)
	}
	for (const child of root.children) visit(child, '', '')
	return faults
}
