import type { Caller } from '../accounts/caller.ts'
import { canonicalJson, sha256 } from '../accounts/idempotency.ts'
import type { KeptResult } from '../accounts/results.ts'
import { isObject } from '../base/is-object.ts'
import { visible } from '../base/text/visible-text.ts'
import type { CallEnding, KeptAnswer } from '../operations/call.ts'
import type { CallName, Waiters } from './running-calls.ts'
import type { ToolArguments } from './tools/arguments.ts'
import type { Tool } from './tools/tool.ts'
import { isCut, show, type View } from './tools/view.ts'

/** The name of the result of a call. The same call by the same key has the same name. */
export class ResultName implements CallName {
  readonly call: string

  constructor({ key }: Caller, { operation }: Tool, input: ToolArguments['input']) {
    this.call = canonicalJson([key.id, operation.id, input])
  }

  /** A hash of the call. Computed on demand, because most results are never read again. */
  get id(): string {
    return `res_${sha256(this.call).replaceAll('+', '').replaceAll('/', '').slice(0, 24)}`
  }
}

/** Converts a kept result to the ending of a call that costs nothing more. */
export const endingOf = ({ status, value, sources, notice, code }: KeptResult): CallEnding => ({
  status,
  value,
  sources,
  notice,
  code,
  failed: status >= 400,
  isReplayed: true,
})

/**
 * Creates a function that decides what to keep of a paid answer: results that were promised, and those that were cut. They
 * are kept as shown, without invisible text, so that the offsets of the cuts match.
 */
export function keeper(
  name: CallName,
  tool: Tool,
  view: View,
  waiters: Waiters,
): (ending: CallEnding) => KeptAnswer | undefined {
  return ending => {
    const { isPromised, waits } = waiters
    const { value, code, failed } = ending
    if (code === 'cancelled' || !(isPromised || (!failed && isCut(value as Record<string, unknown>, view))))
      return undefined
    return answerToKeep(name, tool, ending, waits.length === 0)
  }
}

/** The same for a free answer: only what was cut is kept. Other fields of it are read by another call. */
export const keeperOfCuts =
  (name: CallName, tool: Tool, view: View) =>
  (ending: CallEnding): KeptAnswer | undefined => {
    const { value, failed } = ending
    if (failed || !isObject<Record<string, unknown>>(value) || !show(value, view).cuts.length)
      return undefined
    return answerToKeep(name, tool, ending, false)
  }

function answerToKeep(name: CallName, tool: Tool, ending: CallEnding, unread: boolean): KeptAnswer {
  const { status, value, sources, notice, code } = ending
  const about = { status, sources, notice, code, operation: tool.operation.id, unread }
  return { id: name.id, answer: { ...about, value: visible(value) } }
}
