import * as v from 'valibot'

// The spec's words where a schema has none of its own. Valibot's would repeat what was sent, passwords included.
v.setGlobalMessage((issue) => (issue.received === 'undefined' ? 'Required' : 'Invalid input'))
