import { afterEach, beforeEach } from 'bun:test'
import * as fake from 'fake-indexeddb'

/** Globals that the IndexedDB libraries check for. */
const parts = {
	IDBCursor: fake.IDBCursor,
	IDBDatabase: fake.IDBDatabase,
	IDBIndex: fake.IDBIndex,
	IDBObjectStore: fake.IDBObjectStore,
	IDBRequest: fake.IDBRequest,
	IDBTransaction: fake.IDBTransaction,
}

/** Gives the tests of a file an empty IndexedDB; other tests have none. */
export function withIndexedDb() {
	beforeEach(() => {
		// The classes stay, because a test may have left a database open. Without `indexedDB` no new one can be
		// opened.
		Object.assign(globalThis, parts)
		Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: new fake.IDBFactory() })
	})
	afterEach(() => {
		Reflect.deleteProperty(globalThis, 'indexedDB')
	})
}
