import type { Rolldown } from 'vite'

type Groups = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']

/** What is loaded together is one file, and takes what it needs along, unless a file above it has that already. */
const files: [name: string, modules: RegExp][] = [
	['every-page', /src-ui\/main\.tsx$|^\0rolldown\/runtime/],
	['home', /src-ui\/routes\/(index|home)\.tsx/],
	// Forms, dialogs and receipts: every screen but home shows some of it.
	['kit', /src-ui\/(kit\/(?!overlays\/menu-sheet|navigation\/tabs|forms\/suggest-field|gallery)|platform)|^look\//],
	['lists', /src-ui\/kit\//],
	[
		'dialogs',
		/src-ui\/features\/(accounts\/(session|auth|sign-up)|password-resets\/forgot|drivers\/get-rated|drivers\/home\/)/,
	],
	['rating', /src-ui\/(features\/ratings\/(rate|celebration|mend|verdicts)|routes\/(rating|verdicts))/],
	['card', /src-ui\/routes\/infographic/],
	['account', /src-ui\/routes\/(auth|claim|invite|reset)/],
	['drivers', /src-ui\/routes\/(profile|share-ghost|add-driver|settings)/],
]

export const pageChunks: Groups = files.map(([name, test], place) => ({ name, test, priority: files.length - place }))
