import * as v from 'valibot'
import { call } from './call.ts'
import { Moment } from './ids.ts'

export const SignupMode = v.picklist(['open', 'invite', 'closed'])
export type SignupMode = v.InferOutput<typeof SignupMode>

export const Instance = v.object({
	product: v.literal('Backseat'),
	version: v.string(),
	/** The public URL without a final slash; null if only its own machine has access. */
	publicUrl: v.nullable(v.string()),
	signup: SignupMode,
	analytics: v.boolean(),
	mail: v.boolean(),
	/** Older servers omit it. */
	signIn: v.optional(
		v.object({
			/** True if browsers offer passkeys at the requested host. */
			passkeys: v.boolean(),
			oidc: v.nullable(v.object({ name: v.string() })),
			/** True if members may log in with a password. A reset link can set one in any case. */
			password: v.boolean(),
			/** The user that the proxy in front of this server reports, and its log-out URL. */
			proxy: v.optional(v.nullable(v.object({ name: v.string(), logOutUrl: v.nullable(v.string()) }))),
		}),
		{ passkeys: false, oidc: null, password: true },
	),
	/** Older servers omit it. */
	needsHost: v.optional(v.boolean(), false),
	/** True for a data file so large that remains of a deleted account may stay in its free space until the night. */
	tracesStayUntilNight: v.optional(v.boolean(), false),
	/** Generated once per data folder: `backseat doctor` uses it to check that an address leads to its own server. */
	instanceId: v.optional(v.string()),
	/** When the evening post comes next; older servers omit it. */
	eveningPost: v.optional(Moment),
	/** VAPID, base64url; null if push is unavailable. */
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

/** Readiness: succeeds if a rating could be saved now. */
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
