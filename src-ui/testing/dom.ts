/** A browser for component tests: `bun test --preload ./src-ui/testing/dom.ts src-ui`. */
import { afterEach } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { USUAL_ADDRESS } from './page-address.ts'

GlobalRegistrator.register({ url: USUAL_ADDRESS })

// React asks this before it warns about updates outside act().
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Loaded only now: it looks for a document when it is imported.
const { cleanup } = await import('@testing-library/react')

afterEach(() => {
	cleanup()
	localStorage.clear()
	sessionStorage.clear()
})
