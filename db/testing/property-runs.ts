export const isEveryRun = process.env.TEST_EVERY_RUN === '1'

/** How many examples a property test tries: a tenth in `bun run test`, which runs often, and all in `bun run test:all`. */
export const runs = (all: number): number => (isEveryRun ? all : Math.max(5, Math.ceil(all / 10)))

/** Every second example of a slow test, starting with the first or the second one; all of them in `bun run test:all`. */
export const everySecond = <Example>(examples: readonly Example[], from: number): Example[] =>
	examples.filter((_, nth) => isEveryRun || (nth + from) % 2 === 1)
