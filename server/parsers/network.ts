import { oncePerKey } from '../base/once.ts'
import { parseWhole } from './json/lenient-json.ts'
import type { Json } from './parser-schema.ts'

/** An answer to a request that a page made itself, while a browser showed it. */
export interface NetworkAnswer {
  url: string
  status: number
  text: string
}

/** What a page fetched, as rules ask for it. */
export interface Network {
  /** The data of answers whose address fits, in the order of the requests: JSON, or text where it is none. */
  valuesOf(pattern: string): Json[]
  /** Why there are none. */
  whyNone(pattern: string): string
}

/** So many addresses are named where none fits. */
const NAMED = 8
const LONGEST_NAMED = 100

/** Reads what a page fetched; null where nobody saw that. */
export function createNetwork(answers: readonly NetworkAnswer[] | null): Network {
  const read = answers?.map(answer => ({ ...answer, value: lazily(answer.text) })) ?? []
  const fitting = oncePerKey((pattern: string) => {
    const fits = fitsAddress(pattern)
    return read.filter(({ url }) => fits(url))
  })
  return {
    valuesOf: pattern => fitting(pattern).flatMap(({ status, value }) => (isGood(status) ? [value()] : [])),
    whyNone(pattern) {
      if (answers === null)
        return 'what the page fetches is only seen in a browser: set `fetch.mode` to `browser`'
      const [first] = fitting(pattern)
      if (first) return `the answer to ${pathOf(first.url)} was ${first.status}`
      return answers.length === 0
        ? 'the page fetched no data'
        : `the page fetched only ${addressesOf(answers)}`
    },
  }
}

const isGood = (status: number) => status >= 200 && status < 300

function lazily(text: string): () => Json {
  let value: Json | undefined
  return () => {
    value ??= parseWhole(text) ?? text
    return value
  }
}

/** Whether a text is the pattern of an address, where others may stand too: selectors never begin so. */
export const isAddressPattern = (text: string): boolean => /^(?:\/|https?:\/\/)/.test(text)

/**
 * Whether an address fits a pattern, in which `*` is any text. A pattern that begins with `/` is about the path, with the
 * query where it has a `?`; any other about the whole address.
 */
export function fitsAddress(pattern: string): (address: string) => boolean {
  const fits = glob(pattern)
  return address => {
    const url = URL.parse(address)
    if (!url) return false
    if (!pattern.startsWith('/')) return fits(url.origin + url.pathname + url.search)
    return fits(pattern.includes('?') ? url.pathname + url.search : url.pathname)
  }
}

/** Without a regular expression: the parts between stars stand one after the other, which takes no longer than the text. */
function glob(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  return text => {
    if (last === undefined) return text === first
    if (!text.startsWith(first)) return false
    let at = first.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return text.length - last.length >= at && text.endsWith(last)
  }
}

function addressesOf(answers: readonly NetworkAnswer[]): string {
  const paths = [...new Set(answers.map(({ url }) => pathOf(url).slice(0, LONGEST_NAMED)))]
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ''
  return paths.slice(0, NAMED).join(', ') + more
}

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url
