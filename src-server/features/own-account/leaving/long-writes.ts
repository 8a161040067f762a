import type { UserId } from '#contract/ids.ts'
import type { AccountDeletion } from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/features/host/journal/journal.ts'
import { Refusal } from '#server/http/problems.ts'
import { type Leaving, leave, removeTraces, type Traces } from './leave.ts'
import type { LongWriteJob, LongWriteMessage, LongWriteReport } from './long-write-worker.ts'

/**
 * What one transaction takes long for: deleting an account with 50,000 ratings takes 0.3 s, rewriting the file of an instance
 * as long. Call them within `turns.alone` (db/file/write-turns.ts).
 */
export type LongWrites = {
	/** Does this with a thread that has started before, so that those who wait for the turn do not wait for that, too. */
	prepared<T>(work: () => Promise<T>): Promise<T>
	/** See leave.ts. */
	leave(userId: UserId, given: AccountDeletion['ratings'], removedBy?: Actor): Promise<Leaving>
	/** Removes what a deleted account leaves in unused parts of the data file and in its log. */
	removeTraces(isRewriteDue: boolean): Promise<Traces>
}

/** In this thread: for commands, which nobody else waits for, and for data in memory. */
export const longWritesHere = (context: Context): LongWrites => ({
	prepared: (work) => work(),
	leave: async (userId, given, removedBy) => leave(context, userId, given, removedBy),
	removeTraces: async (isRewriteDue) => removeTraces(context, isRewriteDue),
})

/** On a worker thread that ends with the deletion; meanwhile the server goes on answering reads. */
export function longWritesInWorker(context: Context, dataFile: string): LongWrites {
	const { config, isDesktop, live, log } = context
	const data = { path: dataFile, checkpoint: config.checkpoint, isDesktop }

	/** Threads that have nothing to do. Turns are taken one by one: no two jobs want one at once. */
	const idle: Worker[] = []

	async function inWorker(job: Omit<LongWriteJob, 'data'>): Promise<LongWriteReport> {
		const prepared = idle.pop()
		const worker = prepared ?? (await startedWorker())
		let isIdle = false
		try {
			const report = messageOf<LongWriteReport>(worker)
			worker.postMessage({ ...job, data } satisfies LongWriteJob)
			for (const warning of (await report).warnings) log.warn(warning)
			isIdle = prepared !== undefined
			return await report
		} finally {
			if (isIdle) idle.push(worker)
			else worker.terminate()
		}
	}

	return {
		async prepared(work) {
			idle.push(await startedWorker())
			try {
				return await work()
			} finally {
				idle.pop()?.terminate()
			}
		},
		async leave(userId, given, removedBy) {
			const { left, refused, failed } = await inWorker({ leave: { userId, given, removedBy } })
			if (refused) throw new Refusal(refused)
			if (!left) throw new Error(failed ?? 'It was not said what became of it')
			for (const [member, event] of left.told) live.tell(member, event)
			if (left.areHostsTold) live.tellHosts()
			live.endWithoutSession()
			return left.leaving
		},
		async removeTraces(isRewriteDue) {
			if (config.checkpoint === 'external') return { isRewriteDue: false, isDone: true }
			const { traces, failed } = await inWorker({ removeTraces: { isRewriteDue } })
			if (traces) return traces
			log.failure('The data file could not be rewritten', new Error(failed))
			return { isRewriteDue: true, isDone: false }
		},
	}
}

async function startedWorker(): Promise<Worker> {
	// Beside this file, from source and in the compiled binary alike (scripts/build.ts).
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
