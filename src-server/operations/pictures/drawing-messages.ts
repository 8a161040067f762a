/** The command that draws, for a server alone (commands/machine/draw-pictures-command.ts). It is sent pictures, one at a time. */
export const DRAW_PICTURES = 'draw-pictures'

/** What it sends back for each. */
export type DrawingAnswer = { png: Uint8Array<ArrayBuffer> } | { failure: string }
