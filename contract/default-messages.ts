import * as v from 'valibot'
import { INVALID_INPUT, REQUIRED } from './field-messages.ts'

// Uses the spec's default messages. Valibot's would repeat the input, passwords included.
v.setGlobalMessage((issue) => (issue.received === 'undefined' ? REQUIRED : INVALID_INPUT))
