import type { CollectDraft } from '../../lib/collect-start.ts'
import { type LinkSource, linksAsRows } from '../../lib/links-parser.ts'
import type { InputOf } from '../../lib/service/client.ts'
import { sentTarget } from '../../ui/crons/draft-target.ts'

type Body = InputOf<'collect'>

/** Returns the target, and a new parser if needed, in the form that is sent. */
export function runOf({ target, linksAreRows }: CollectDraft): Pick<Body, 'target' | 'parser'> {
  if (linksAreRows) return linksAsRows(linksIn(target)!)
  return { target: sentTarget(target as never) as Body['target'] }
}

/** Whether the draft names a target to run. */
export function isNamed({ target: { type, id, input }, linksAreRows }: CollectDraft): boolean {
  if (linksAreRows) return true
  if (type !== 'batch') return Boolean(id)
  const { parser_id, api_id } = (input as { target?: { parser_id?: string; api_id?: string } }).target ?? {}
  return Boolean(parser_id ?? api_id)
}

/** Returns the page whose links are collected. */
export const linksIn = ({ input }: CollectDraft['target']): LinkSource | undefined =>
  (input as { items_from?: { links?: LinkSource } }).items_from?.links
