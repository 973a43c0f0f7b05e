import type { ToolHints } from './operation.ts'

/** Reads what is kept here. */
export const READS: ToolHints = { readOnly: true, destructive: false, idempotent: true, openWorld: false }

/** Reads what lies beyond this machine. */
export const FETCHES: ToolHints = { ...READS, openWorld: true }

/** Adds to what is kept here. */
export const WRITES: ToolHints = { readOnly: false, destructive: false, idempotent: false, openWorld: false }
