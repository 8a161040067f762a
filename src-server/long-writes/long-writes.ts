import type { Context } from '#server/context.ts'
import { Refusal } from '#server/http/problems.ts'
import type { LongWriteContext } from './long-write-context.ts'
import { jobCalled, type LONG_WRITE_JOBS, type LongWriteName } from './long-write-jobs.ts'
import type { LongWriteJob, LongWriteMessage, LongWriteReport } from './long-write-worker.ts'

type Jobs = typeof LONG_WRITE_JOBS
type ArgumentsOf<Name extends LongWriteName> = Jobs[Name] extends (context: never, ...rest: infer Rest) => unknown
	? Rest
	: never

/**
 * Transactions too long to block requests: deleting an account with 50,000 ratings takes 0.3 s, opening a full trip 0.1 s.
 */
export type LongWrites = {
	/** Runs `work` in an exclusive turn (db/file/write-turns.ts). The worker starts before the turn begins. */
	alone<T>(work: () => Promise<T>): Promise<T>
	run<Name extends LongWriteName>(name: Name, ...args: ArgumentsOf<Name>): Promise<Awaited<ReturnType<Jobs[Name]>>>
	/** For jobs that write nothing: they need no turn, and other writes go on. */
	beside: LongWrites['run']
}

/** Runs on this thread: for commands, which block no requests, and for in-memory data. */
export function longWritesHere(context: LongWriteContext): LongWrites {
	const run: LongWrites['run'] = async (name, ...args) => jobCalled(name)(context, ...args) as never
	return { alone: (work) => context.db.turns.alone(work), run, beside: run }
}

/** Runs on a worker thread that ends after its turn; the server continues to serve reads. */
export function longWritesInWorker({ db, config, clock, isDesktop, live, log }: Context, dataFile: string): LongWrites {
	const data = { path: dataFile, checkpoint: config.checkpoint, isDesktop }

	/** Turns are sequential, so two jobs never need one worker at the same time. */
	const idle: Worker[] = []

	async function inWorker(job: Omit<LongWriteJob, 'data' | 'now'>, prepared?: Worker): Promise<LongWriteReport> {
		const worker = prepared ?? (await startedWorker())
		let isIdle = false
		try {
			const report = messageOf<LongWriteReport>(worker)
			worker.postMessage({ ...job, data, now: clock.now() } satisfies LongWriteJob)
			for (const warning of (await report).warnings) log.warn(warning)
			isIdle = prepared !== undefined
			return await report
		} finally {
			if (isIdle) idle.push(worker)
			else worker.terminate()
		}
	}

	function outcomeOf({ result, refused, failed, ...report }: LongWriteReport): never {
		if (refused) throw Refusal.fromThread(refused)
		if (failed !== undefined) throw new Error(failed)
		for (const [member, event] of report.events) live.notify(member, event)
		if (report.areHostsNotified) live.notifyHosts()
		if (report.haveSessionsEnded) live.endWithoutSession()
		return result as never
	}

	return {
		async alone(work) {
			idle.push(await startedWorker())
			try {
				return await db.turns.alone(work)
			} finally {
				idle.pop()?.terminate()
			}
		},
		run: async (name, ...args) => outcomeOf(await inWorker({ name, args }, idle.pop())),
		beside: async (name, ...args) => outcomeOf(await inWorker({ name, args })),
	}
}

async function startedWorker(): Promise<Worker> {
	const worker = new Worker(new URL('./long-write-worker.ts', import.meta.url))
	await messageOf<'ready'>(worker)
	return worker
}

function messageOf<M extends LongWriteMessage>(worker: Worker): Promise<M> {
	const { promise, resolve, reject } = Promise.withResolvers<M>()
	worker.onmessage = ({ data }: MessageEvent<M>) => resolve(data)
	worker.onerror = ({ message }) => reject(new Error(message))
	return promise
}
