import type { ToolHints } from './operation.ts'

/** Reads stored data. */
export const READS: ToolHints = { readOnly: true, destructive: false, idempotent: true, openWorld: false }

/** Reads data from other machines. */
export const FETCHES: ToolHints = { ...READS, openWorld: true }

/** Creates work that contacts other machines. */
export const STARTS: ToolHints = { readOnly: false, destructive: false, idempotent: false, openWorld: true }

/** Ends work that cannot be resumed. */
export const ENDS: ToolHints = { readOnly: false, destructive: true, idempotent: true, openWorld: false }

/** Adds to the stored data. */
export const WRITES: ToolHints = { readOnly: false, destructive: false, idempotent: false, openWorld: false }

/** Replaces stored data. */
export const REPLACES: ToolHints = { readOnly: false, destructive: true, idempotent: true, openWorld: false }

/** The fields that a tool shows by default of a list: those of its records, and where it continues. */
export const shownOfList = (fields: readonly string[]): string[] => [
  ...fields.map(name => `data.${name}`),
  'has_more',
  'next_cursor',
]
