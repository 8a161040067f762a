// A translating browser, and some extensions, replace text nodes by elements. React still refers to the text nodes:
// removing one or inserting before one would throw, and later text changes would stay invisible.
;(() => {
	const standIns = new WeakMap()
	const isStandIn = new WeakSet()

	const observer = new MutationObserver((records) => {
		for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
			if (type === 'characterData') putBack(target)
			for (const node of removedNodes) {
				if (node.nodeType !== 3 || node.parentNode) continue
				// React itself never replaces a text node by an element. A translator may insert the element before
				// it removes the text.
				const element = [previousSibling, nextSibling].find((near) => near && near.nodeName === 'FONT')
				const replacement = addedNodes[0] && addedNodes[0].nodeType === 1 ? addedNodes[0] : element
				if (!replacement || isStandIn.has(replacement)) continue
				isStandIn.add(replacement)
				standIns.set(node, replacement)
				observer.observe(node, { characterData: true })
			}
		}
	})
	observer.observe(document, { childList: true, subtree: true })

	// Restores a replaced text node once React has changed its text, so that the translator translates the new text.
	function putBack(text) {
		const replacement = standIns.get(text)
		if (!replacement) return
		standIns.delete(text)
		replacement.replaceWith(text)
	}

	const { removeChild, insertBefore } = Node.prototype
	Node.prototype.removeChild = function (child) {
		const node = child.parentNode === this ? child : standIns.get(child) || child
		if (node.parentNode) removeChild.call(node.parentNode, node)
		return child
	}
	Node.prototype.insertBefore = function (node, before) {
		let place = before
		while (place && place.parentNode !== this) place = standIns.get(place) || place.parentNode
		return insertBefore.call(this, node, place)
	}
})()
