/**
 * What the server inherits of the app's environment. Ours are meant for a server in a terminal. With those of its runtime
 * anything that sets a variable would run code in it (`BUN_OPTIONS`), attach a debugger (`BUN_INSPECT`), or start another
 * program in its place (`BUN_BE_BUN`).
 */
export function serverEnvironment(own: Record<string, string | undefined>): Record<string, string | undefined> {
	// Windows does not tell capitals from small letters.
	return Object.fromEntries(Object.entries(own).filter(([name]) => !/^(backseat|bun|node)_/i.test(name)))
}
