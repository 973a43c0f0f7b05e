import type { ToolHints } from './operation.ts'

/** Reads what is kept here. */
export const READS: ToolHints = { readOnly: true, destructive: false, idempotent: true, openWorld: false }

/** Reads what lies beyond this machine. */
export const FETCHES: ToolHints = { ...READS, openWorld: true }

/** Makes what will reach beyond this machine. */
export const STARTS: ToolHints = { readOnly: false, destructive: false, idempotent: false, openWorld: true }

/** Ends what cannot be taken up again. */
export const ENDS: ToolHints = { readOnly: false, destructive: true, idempotent: true, openWorld: false }

/** Adds to what is kept here. */
export const WRITES: ToolHints = { readOnly: false, destructive: false, idempotent: false, openWorld: false }

/** Puts something in the place of what is kept here. */
export const REPLACES: ToolHints = { readOnly: false, destructive: true, idempotent: true, openWorld: false }
