import * as v from 'valibot'

// Uses the spec's default messages. Valibot's would repeat the input, passwords included.
v.setGlobalMessage((issue) => (issue.received === 'undefined' ? 'Required' : 'Invalid input'))
