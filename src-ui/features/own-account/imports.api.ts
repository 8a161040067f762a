import { queryOptions, useMutation } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { importVerdicts, listImports, previewImport, undoImport } from '#contract/imports.ts'
import { api } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

/** Other tabs change this, so reopening the row refetches. */
const FRESH_MS = 2000

export const importsQuery = (id: UserId) =>
	queryOptions({
		queryKey: ['own-account', id, 'imports'] as const,
		queryFn: () => api.send(listImports, { params: { id } }),
		staleTime: FRESH_MS,
	})

export function useImportPreview(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (file: Blob) => api.send(previewImport, { params: { id }, body: file }),
		onError: session.recheckIfRefused,
	})
}

export function useImport(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (file: Blob) => api.send(importVerdicts, { params: { id }, body: file }),
		onError: session.recheckIfRefused,
		// A lost answer may have brought them.
		onSettled: (_made, _error, _file, _context, { client }) => {
			void client.invalidateQueries({ queryKey: importsQuery(id).queryKey })
			void client.invalidateQueries({ queryKey: ratingKeys.given })
		},
	})
}

export function useUndoImport(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (importId: number) => api.send(undoImport, { params: { id, importId } }),
		onError: session.recheckIfRefused,
		onSettled: (_nothing, _error, _importId, _context, { client }) => {
			void client.invalidateQueries({ queryKey: ratingKeys.given })
			return client.invalidateQueries({ queryKey: importsQuery(id).queryKey })
		},
	})
}
