import type { CompiledNext } from '../compile/compiled-parser.ts'
import { readOnPage } from '../evaluation/evaluate.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { recordNull } from '../evaluation/run-record.ts'
import { fieldStep, joinPath } from '../field-path.ts'
import { pageAddress } from '../values/read-url.ts'

/** Returns the address of the next page; undefined if this page is the last, or if its own address is unknown. */
export function nextAddress(next: CompiledNext, run: Evaluation): string | undefined {
  const own = URL.parse(run.page.address ?? '')
  if (next.way === 'count') return own ? countedAddress(own, next) : undefined
  const { value, raw, reason } = readOnPage(next.rule, run)
  if (next.way === 'link') {
    if (value === null && raw !== null)
      recordNull(
        run.record,
        next.rule,
        joinPath('', fieldStep(next.list)),
        `there is no next page: ${reason}`,
      )
    return typeof value === 'string' ? otherPage(value, own) : undefined
  }
  if (!own || value === null || typeof value === 'object') return undefined
  own.searchParams.set(next.param, String(value))
  return own.href
}

function otherPage(link: string, own: URL | null): string | undefined {
  const address = pageAddress(link)
  return own && address === pageAddress(own.href) ? undefined : address
}

function countedAddress(url: URL, { param, start, step }: Extract<CompiledNext, { way: 'count' }>): string {
  const parameter = url.searchParams.get(param)
  const number = parameter === null || !/^-?\d{1,15}$/.test(parameter) ? start : Number(parameter)
  url.searchParams.set(param, String(number + step))
  return url.href
}
