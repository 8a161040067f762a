export { nameOf } from '#contract/driver-name.ts'
