import { counted } from '../counted.ts'
import type { Batch } from './records.ts'
import type { Target } from './targets.ts'

/** Returns the name of a batch. If it has none, says how many items run what: `12 items of Kettles`. */
export const batchName = (
  { name, counts, target }: Pick<Batch, 'name' | 'counts' | 'target'>,
  nameOf: (target: Target) => string,
): string => name ?? `${counted(counts.total, 'item')} of ${nameOf(target)}`
