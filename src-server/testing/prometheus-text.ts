/** One metric as Prometheus parses it: its kind, its help text, and a value for each set of labels. */
export type Metric = { type: string; help: string; samples: Map<string, number> }

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/

/**
 * Reads the text format 0.0.4 as strictly as promtool: a metric's HELP and TYPE appear once, before its samples, which
 * are together; each set of labels once; numbers are numbers. The key of a sample is its name and sorted labels.
 */
export function readPrometheusText(text: string): Map<string, Metric> {
	if (!text.endsWith('\n')) throw new Error('The last line does not end')
	const metrics = new Map<string, Metric>()
	let current: { name: string; metric: Metric } | undefined
	for (const line of text.split('\n').slice(0, -1)) {
		const [, keyword, name = '', words = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
		if (line === '') continue
		if (keyword === 'HELP') {
			if (metrics.has(name) || !NAME.test(name)) throw new Error(`A second or bad HELP: ${line}`)
			current = { name, metric: { type: '', help: words, samples: new Map() } }
			metrics.set(name, current.metric)
		} else if (keyword === 'TYPE') {
			if (current?.name !== name || current.metric.type !== '') throw new Error(`TYPE without HELP: ${line}`)
			if (!['counter', 'gauge', 'histogram'].includes(words)) throw new Error(`An unknown type: ${line}`)
			current.metric.type = words
		} else readSample(line, current)
	}
	return metrics
}

function readSample(line: string, current: { name: string; metric: Metric } | undefined) {
	const [, name = '', labels = '', number = ''] = SAMPLE.exec(line) ?? []
	if (!current?.metric.type) throw new Error(`A sample of nothing: ${line}`)
	const endings = current.metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
	if (!endings.some((ending) => name === current.name + ending)) throw new Error(`Not of ${current.name}: ${line}`)
	const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
	if (Number.isNaN(value)) throw new Error(`Not a number: ${line}`)
	const key = `${name}{${readLabels(labels).sort().join(',')}}`
	if (current.metric.samples.has(key)) throw new Error(`Twice the same labels: ${line}`)
	current.metric.samples.set(key, value)
}

function readLabels(text: string): string[] {
	if (text === '') return []
	const [whole, name, value] = LABEL.exec(text) ?? []
	if (whole === undefined) throw new Error(`Not a label: ${text}`)
	return [`${name}="${value}"`, ...readLabels(text.slice(whole.length))]
}
