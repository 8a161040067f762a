import * as v from 'valibot'

const WebAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))
const Pixels = v.pipe(v.number(), v.integer())

/** Where the main window was, in screen pixels. */
export const WindowPlace = v.object({
	x: Pixels,
	y: Pixels,
	width: v.pipe(Pixels, v.minValue(200)),
	height: v.pipe(Pixels, v.minValue(200)),
	isMaximized: v.boolean(),
})
export type WindowPlace = v.InferOutput<typeof WindowPlace>

/** What the desktop app remembers between starts. A missing or wrong entry is its default, the others stay. */
export const Settings = v.object({
	/** Of last time, so that the page's origin and its local storage stay. */
	port: v.fallback(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))), null),
	/** 'Let the car in'. */
	isLan: v.fallback(v.boolean(), false),
	keepServing: v.fallback(v.boolean(), false),
	/** Address of the friend's instance to show, with a slash at the end; null is this computer's own. */
	friend: v.fallback(v.nullable(WebAddress), null),
	/** Instances ridden along with before, newest first. */
	friends: v.fallback(v.array(WebAddress), []),
	windowPlace: v.fallback(v.nullable(WindowPlace), null),
	/** The version that last opened the data. */
	lastVersion: v.fallback(v.nullable(v.string()), null),
	/** Where updates come from; nothing is asked anywhere while this is null. */
	updateFeed: v.fallback(v.nullable(WebAddress), null),
	/** By address of a friend's instance: whether it may notify. One that is missing has not been asked about. */
	mayNotify: v.fallback(v.record(v.string(), v.boolean()), {}),
	/** By instance address: the id of the newest rating that a notification was shown for. */
	notified: v.fallback(v.record(v.string(), v.string()), {}),
})
export type Settings = v.InferOutput<typeof Settings>
