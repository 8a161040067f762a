import * as v from 'valibot'
import { call } from './call.ts'

export const SignupMode = v.picklist(['open', 'invite', 'closed'])
export type SignupMode = v.InferOutput<typeof SignupMode>

/** What a browser must know of this instance. */
export const Instance = v.object({
	product: v.literal('Backseat'),
	version: v.string(),
	/** Where others reach it too, without a slash at the end; null when only its own machine is let in. */
	publicUrl: v.nullable(v.string()),
	signup: SignupMode,
	analytics: v.boolean(),
	/** Whether a forgotten password can be reset by mail. */
	mail: v.boolean(),
	/** How people get in here. An older server says nothing of it. */
	signIn: v.optional(
		v.object({
			/** Whether browsers offer them at the address that was asked. */
			passkeys: v.boolean(),
			/** What the provider that people may log in with is called; null without one. */
			oidc: v.nullable(v.object({ name: v.string() })),
			/** Whether passwords open accounts here. A reset link sets one in any case. */
			password: v.boolean(),
			/** Who has logged in at a proxy in front of this server, as it says, and where they log out of it. */
			proxy: v.optional(v.nullable(v.object({ name: v.string(), logOutUrl: v.nullable(v.string()) }))),
		}),
		{ passkeys: false, oidc: null, password: true },
	),
	/** Nobody has an account yet, and the link for the first one was printed at the start. An older server says nothing of it. */
	needsHost: v.optional(v.boolean(), false),
	/** The data file is so large that copies of what a deleted account leaves may stay in unused parts of it until the night. */
	tracesStayUntilNight: v.optional(v.boolean(), false),
	/** Made once for each data folder: `backseat doctor` finds out by it whether an address leads to its own server. */
	instanceId: v.optional(v.string()),
	/** The key that a browser subscribes with (VAPID), base64url; null where no phone can ring. */
	push: v.optional(v.nullable(v.object({ publicKey: v.string() })), null),
})
export type Instance = v.InferOutput<typeof Instance>

export const Health = v.object({ status: v.literal('ok'), version: v.string() })
export const Ready = v.object({ status: v.literal('ready') })

export const getInstance = call({
	method: 'GET',
	path: '/instance',
	who: 'anyone',
	answers: { 200: Instance },
	docs: () => ({
		tag: 'Instance',
		summary: 'What kind of Backseat this is',
		answers: { 200: 'Its version, and what its operator allows.' },
	}),
})

/** Whether the process answers. */
export const getHealth = call({
	method: 'GET',
	path: '/health',
	who: 'anyone',
	answers: { 200: Health },
	docs: () => ({
		tag: 'Instance',
		summary: 'Whether the process answers',
		answers: { 200: 'It does.' },
	}),
})

/** Whether a rating could be saved now. */
export const getReady = call({
	method: 'GET',
	path: '/ready',
	who: 'anyone',
	answers: { 200: Ready },
	docs: () => ({
		tag: 'Instance',
		summary: 'Whether a rating could be saved now',
		description: 'Really writes, and takes it back.',
		answers: { 200: 'Yes. No is a 503.' },
	}),
})
