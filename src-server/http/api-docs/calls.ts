import { accountCalls } from './account-calls.ts'
import type { Call } from './call.ts'
import { driverCalls } from './driver-calls.ts'

export const calls: Record<string, Call> = { ...accountCalls, ...driverCalls }
