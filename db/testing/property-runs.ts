/** How many examples a property test tries: a tenth in `bun run test`, which runs often, and all in `bun run test:all`. */
export const runs = (all: number): number =>
	process.env.TEST_EVERY_RUN === '1' ? all : Math.max(5, Math.ceil(all / 10))
