import { AVATAR_IDS } from '#contract/names.ts'

/** One of the five faces, for those who did not choose. */
export const randomAvatar = (): number => AVATAR_IDS[Math.floor(Math.random() * AVATAR_IDS.length)] ?? 1
