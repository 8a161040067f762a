// A browser that translates the page, and some extensions, put elements in the place of text nodes. React still holds the
// text nodes: it would crash where it removes one or inserts before one, and its later texts would never be seen.
;(() => {
	const standIns = new WeakMap()
	const isStandIn = new WeakSet()

	const observer = new MutationObserver((records) => {
		for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
			if (type === 'characterData') putBack(target)
			for (const node of removedNodes) {
				if (node.nodeType !== 3 || node.parentNode) continue
				// React itself never replaces a text by an element; a translator may also insert before it removes.
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

	// React has changed a text that was replaced: the translator sees the new one and translates it.
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
