import type { OutputOf } from '../../lib/service/client.ts'
import { numberText } from '../number-text.ts'

export type Run = OutputOf<'workflow-run-get'>
export type Step = Run['steps'][number]

/** How many items left a step, and by which branches if there are several: `1 out, 2 rejected`. */
export function leftText({ items_out, branches }: Step): string {
  const left = Object.entries(branches ?? {})
  if (left.every(([branch]) => branch === 'out')) return numberText(items_out)
  return left.map(([branch, count]) => `${numberText(count)} ${branch}`).join(', ')
}
