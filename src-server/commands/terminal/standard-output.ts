/** Long texts, piece by piece as fast as they are read. What the system says of a disk that is full is thrown. */
export async function printPieces(pieces: Iterable<string>): Promise<void> {
	const writer = Bun.stdout.writer()
	try {
		for (const piece of pieces) {
			writer.write(piece)
			await writer.flush()
		}
		await writer.end()
	} catch (error) {
		// Whoever reads has read enough: `backseat export | head`.
		if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
	}
}
