import type { Caller } from '../accounts/caller.ts'
import { canonicalJson, sha256 } from '../accounts/idempotency.ts'
import type { KeptResult } from '../accounts/results.ts'
import { visible } from '../base/text/visible-text.ts'
import type { CallEnding, KeptAnswer } from '../operations/call.ts'
import type { CallName, Waiters } from './running-calls.ts'
import type { ToolArguments } from './tools/arguments.ts'
import type { Tool } from './tools/tool.ts'
import { isCut, type View } from './tools/view.ts'

/** What names the result of a call: the same call by the same key has the same one. */
export class ResultName implements CallName {
  readonly call: string

  constructor({ key }: Caller, { operation }: Tool, input: ToolArguments['input']) {
    this.call = canonicalJson([key.id, operation.id, input])
  }

  /** A hash, so that most calls, whose result nobody has to read again, do without it. */
  get id(): string {
    return `res_${sha256(this.call).replaceAll('+', '').replaceAll('/', '').slice(0, 24)}`
  }
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
  name: CallName,
  tool: Tool,
  view: View,
  waiters: Waiters,
): (ending: CallEnding) => KeptAnswer | undefined {
  return ({ status, value, sources, notice, code, failed }) => {
    const { promised, waits } = waiters
    if (code === 'cancelled' || !(promised || (!failed && isCut(value as Record<string, unknown>, view))))
      return undefined
    const about = { status, sources, notice, code, operation: tool.operation.id, unread: waits.length === 0 }
    return { id: name.id, answer: { ...about, value: visible(value) } }
  }
}
