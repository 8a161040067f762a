import { foldedName } from '#contract/folded-name.ts'

export function withFoldedName<Names extends { displayName?: string | null | undefined }>(
	names: Names,
): Names & { foldedDisplayName?: string | null } {
	const { displayName } = names
	if (displayName === undefined) return names
	return { ...names, foldedDisplayName: displayName === null ? null : foldedName(displayName) }
}
