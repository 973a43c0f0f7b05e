import type { Caller } from '../accounts/caller.ts'
import { fingerprint } from '../accounts/idempotency.ts'
import type { KeptResult } from '../accounts/results.ts'
import type { CallEnding, KeptAnswer } from '../operations/call.ts'
import type { Waiters } from './running-calls.ts'
import type { ToolArguments } from './tools/arguments.ts'
import type { Tool } from './tools/tool.ts'
import { isCut, type View } from './tools/view.ts'
import { visible } from './tools/visible-text.ts'

/** Names the result of a call: the same call by the same key has the same one. */
export function resultIdOf({ key }: Caller, { operation }: Tool, input: ToolArguments['input']): string {
  const print = fingerprint([key.id, operation.id, input])
  return `res_${print.replaceAll('+', '').replaceAll('/', '').slice(0, 24)}`
}

/** A kept result as the ending of a call that costs nothing more. */
export const endingOf = ({ status, value, sources, notice, code }: KeptResult): CallEnding => ({
  status,
  value,
  sources,
  notice,
  code,
  failed: status >= 400,
  replayed: true,
})

/**
 * Says what to keep of a paid answer: that which was promised, and that of which not everything is shown. Kept as it is
 * shown, without invisible text, so that the places where it was cut are right.
 */
export function keeper(
  id: string,
  { tool, read }: { tool: Tool; read: { view: View } },
  waiters: Waiters,
): (ending: CallEnding) => KeptAnswer | undefined {
  return ({ status, value, sources, notice, code, failed }) => {
    const { promised, waits } = waiters
    if (
      code === 'cancelled' ||
      !(promised || (!failed && isCut(value as Record<string, unknown>, read.view)))
    )
      return undefined
    const about = { status, sources, notice, code, operation: tool.operation.id, unread: waits.size === 0 }
    return { id, answer: { ...about, value: visible(value) } }
  }
}
