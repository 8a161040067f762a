/** Five stars. Loaded when first thrown: most visits never need it. */
export async function throwConfetti(): Promise<void> {
	try {
		const { default: confetti } = await import('canvas-confetti')
		// Without a worker: it would come from a blob: address, which our CSP refuses.
		const cannon = confetti.create(undefined, { useWorker: false, resize: true, disableForReducedMotion: true })
		await cannon({
			particleCount: 100,
			spread: 70,
			origin: { y: 0.6 },
			colors: ['#ffc62b', '#f2495c', '#19b38a', '#6a4df5', '#8fd3ff'],
		})
	} catch (error) {
		console.warn('No confetti', error)
	}
}
