import { afterEach, beforeEach } from 'bun:test'
import * as fake from 'fake-indexeddb'

/** What the libraries for it look for. */
const parts = {
	IDBCursor: fake.IDBCursor,
	IDBDatabase: fake.IDBDatabase,
	IDBIndex: fake.IDBIndex,
	IDBObjectStore: fake.IDBObjectStore,
	IDBRequest: fake.IDBRequest,
	IDBTransaction: fake.IDBTransaction,
}

/** For the tests of a file: a browser that keeps databases, with none at first. Other tests have none that does. */
export function withIndexedDb() {
	beforeEach(() => {
		// The classes stay, for what a test has left open: without `indexedDB` nothing new is opened.
		Object.assign(globalThis, parts)
		Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: new fake.IDBFactory() })
	})
	afterEach(() => {
		Reflect.deleteProperty(globalThis, 'indexedDB')
	})
}
