import * as v from 'valibot'

export const SignupMode = v.picklist(['open', 'invite', 'closed'])
export type SignupMode = v.InferOutput<typeof SignupMode>

/** `GET /api/instance`: what a browser must know of this instance. */
export const Instance = v.object({
	product: v.literal('Backseat'),
	version: v.string(),
	/** Where others reach it too, without a slash at the end; null when only its own machine is let in. */
	publicUrl: v.nullable(v.string()),
	signup: SignupMode,
	analytics: v.boolean(),
	/** Whether a forgotten password can be mended by mail. */
	mail: v.boolean(),
	/** Made once for each data folder: `backseat doctor` tells by it whether an address leads to its own server. */
	instanceId: v.optional(v.string()),
})
export type Instance = v.InferOutput<typeof Instance>

export const Health = v.object({ status: v.literal('ok'), version: v.string() })
export const Ready = v.object({ status: v.literal('ready') })
