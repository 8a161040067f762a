import * as v from 'valibot'
import { addressOf } from '#contract/call.ts'
import { ClaimLookup, lookUpClaim } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { InviteLookup, lookUpInvite } from '#contract/invites.ts'
import { idFromText } from '#contract/known-ids.ts'
import { LANGUAGE_OF_LINK, type Language } from '#contract/languages.ts'
import { OWN_CARD, type PagePath } from '#contract/pages.ts'
import { t } from '#contract/text.ts'
import { getTrip, Trip } from '#contract/trips.ts'
import { contentOfTrip } from '#server/features/pictures/trip-content.ts'
import type { RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import type { PageAnswers } from '#server/http/files/page-answers.ts'
import type { PagePreview, PreviewedLink } from '#server/http/files/page-head.ts'
import { asRefusal } from '#server/http/problems.ts'
import type { ContentOf, Picture, PictureContent } from '#server/operations/pictures/picture-content.ts'
import {
	claimWords,
	driverWords,
	generalWords,
	invitationWords,
	type PreviewWords,
	previewWith,
	ratingWords,
	tripWords,
} from './preview-words.ts'

type Shown = { words: PreviewWords; content: PictureContent }
type Pictures = {
	addressOf(picture: Picture): string
	cardOf(id: UserId | null, requestOrigin: RequestOrigin): ContentOf<'card' | 'unrated'>
}
type Maker = (named: string, answers: PageAnswers, requestOrigin: RequestOrigin) => Shown | null

/**
 * Shows only public data. Claims and invitations come from the responses sent with the page, which already passed the
 * limits against guessing.
 */
export function previewService({ pictures }: { pictures: Pictures }) {
	const general = (screen?: string): Shown => ({ words: generalWords(screen), content: { kind: 'general' } })
	const ofDriver =
		(screen: 'card' | 'profile'): Maker =>
		(id, _, requestOrigin) => {
			const content = pictures.cardOf(idFromText(id), requestOrigin)
			return { content, words: driverWords(content, screen) }
		}

	/** By language. Cached, because describing and signing takes 4 µs and most pages share this picture. */
	const generalAddresses = new Map<string, string>()
	const addressOfPicture = (content: PictureContent, { tag }: Language) => {
		const known = content.kind === 'general' ? generalAddresses.get(tag) : undefined
		if (known !== undefined) return known
		const address = pictures.addressOf({ content, shape: 'preview', language: tag })
		if (content.kind === 'general') generalAddresses.set(tag, address)
		return address
	}

	/** Members-only pages, and pages for link holders, show the general preview. */
	const nobodys: Maker = () => null

	const makers: Record<PagePath, Maker> = {
		'/': () => general(),
		'/add-driver': nobodys,
		'/auth': nobodys,
		'/auth/*': nobodys,
		'/home': () => general(t('Home')),
		'/host': nobodys,
		'/host/backups': nobodys,
		'/host/ghosts': nobodys,
		'/host/invitations': nobodys,
		'/host/journal': nobodys,
		'/host/people': nobodys,
		'/host/reports': nobodys,
		[OWN_CARD]: nobodys,
		'/email/*': nobodys,
		'/glovebox': nobodys,
		'/oidc/callback': nobodys,
		'/unsubscribe/*': nobodys,
		'/claim/*': (token, answers) => {
			const found = answerIn(answers, ClaimLookup, addressOf(lookUpClaim, { params: { token } }))
			if (!found) return null
			const { display_name, username } = found.ghostDriver
			const content = { kind: 'claim' as const, name: display_name || username, waiting: found.ratingsCount }
			return { content, words: claimWords(content) }
		},
		'/infographic/*': ofDriver('card'),
		'/invite/*': (token, answers) => {
			const found = answerIn(answers, InviteLookup, addressOf(lookUpInvite, { params: { token } }))
			return found && !found.isSetup ? { content: { kind: 'invitation' }, words: invitationWords() } : null
		},
		'/poster/*': nobodys,
		'/profile/*': ofDriver('profile'),
		'/rating/*': (id, _, requestOrigin) => {
			const { name, avatarId } = pictures.cardOf(idFromText(id), requestOrigin)
			const content = { kind: 'rate' as const, name, avatarId }
			return { content, words: ratingWords(content) }
		},
		'/receipts/*': nobodys,
		'/reset/*': nobodys,
		'/settings': nobodys,
		'/share-ghost/*': nobodys,
		'/trip/new': nobodys,
		'/trip/*': (token, answers) => {
			const found = answerIn(answers, Trip, addressOf(getTrip, { params: { token } }))
			const content = found && contentOfTrip(found)
			return content && { content, words: tripWords(content) }
		},
		'/verdicts': nobodys,
		'/wrapped': nobodys,
	}

	const shownAt = (page: PagePath | null, ...args: Parameters<Maker>): Shown | null => {
		try {
			return (page !== null && makers[page](...args)) || null
		} catch (error) {
			if (asRefusal(error)) return null
			throw error
		}
	}

	return (page: PagePath | null, named: string, answers: PageAnswers, link: PreviewedLink): PagePreview => {
		const { requestOrigin, language, isInLink } = link
		const shown = shownAt(page, named, answers, requestOrigin)
		const { words, content } = shown ?? general()
		const path = shown && page !== null ? page.replace('*', () => encodeURIComponent(named)) : '/'
		return previewWith(words, {
			address: addressOfPicture(content, language),
			path: isInLink ? `${path}?${LANGUAGE_OF_LINK}=${language.tag}` : path,
		})
	}
}

function answerIn<S extends v.GenericSchema>(answers: PageAnswers, schema: S, address: string) {
	const found = answers.get(address)
	return found === undefined ? null : v.parse(schema, JSON.parse(found))
}
