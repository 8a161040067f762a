import { parseArgs } from 'node:util'
import { cutPower, mountedDisk } from './power-cuts.ts'
import { countSyncs, whyNoSyncsCanBeSeen } from './power-syncs.ts'
import { torture } from './stage.ts'

// bun scripts/torture/power.ts [--quick] [--cuts N] [--syncs]
// What was acknowledged survives a power cut (B2). Where this user may mount a disk of its own, its power is cut; where
// not, or with --syncs, we look whether the server waits for the disk before it acknowledges.

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		cuts: { type: 'string' },
		syncs: { type: 'boolean', default: false },
	},
})

await torture(async (stage) => {
	const disk = values.syncs ? null : mountedDisk(stage)
	if (disk) return cutPower(stage, disk, Number(values.cuts ?? (values.quick ? 2 : 20)))
	const why = whyNoSyncsCanBeSeen(stage)
	if (why) return { skipped: `to cut the power of a disk takes root, mkfs.ext4 and a loop device; instead, ${why}` }
	return countSyncs(stage, values.quick ? 50 : 1000)
})
