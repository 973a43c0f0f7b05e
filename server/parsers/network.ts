import { oncePerKey } from '../base/once.ts'
import { parseWhole } from './json/lenient-json.ts'
import type { Json } from './parser-schema.ts'

/** The response to a request that a page sent while it was open in a browser. */
export interface NetworkAnswer {
  url: string
  status: number
  text: string
}

/** What a page fetched, as rules read it. */
export interface Network {
  /**
   * Returns the data of the responses whose address matches, in the order of the requests: JSON, or text if it is not JSON.
   */
  valuesOf(pattern: string): Json[]
  /** Says why no response matches. */
  whyNone(pattern: string): string
}

/** How many addresses are listed if none matches, and the characters of each. */
const MAX_LISTED = 8
const MAX_PATH_LENGTH = 100

/** Creates a reader of what a page fetched; `answers` is null if no browser recorded it. */
export function createNetwork(answers: readonly NetworkAnswer[] | null): Network {
  const read = answers?.map(answer => ({ ...answer, value: lazyJson(answer.text) })) ?? []
  const matchingAnswers = oncePerKey((pattern: string) => {
    const fits = fitsAddress(pattern)
    return read.filter(({ url }) => fits(url))
  })
  return {
    valuesOf: pattern =>
      matchingAnswers(pattern).flatMap(({ status, value }) => (isGood(status) ? [value()] : [])),
    whyNone(pattern) {
      if (answers === null)
        return 'what the page fetches is only seen in a browser: set `fetch.mode` to `browser`'
      const [first] = matchingAnswers(pattern)
      if (first) return `the answer to ${pathOf(first.url)} was ${first.status}`
      return answers.length === 0
        ? 'the page fetched no data'
        : `the page fetched only ${addressesOf(answers)}`
    },
  }
}

const isGood = (status: number) => status >= 200 && status < 300

function lazyJson(text: string): () => Json {
  let value: Json | undefined
  return () => {
    value ??= parseWhole(text) ?? text
    return value
  }
}

/** Whether a text is the pattern of an address, where it may also be a selector: selectors never start like this. */
export const isAddressPattern = (text: string): boolean => /^(?:\/|https?:\/\/)/.test(text)

/**
 * Returns a function that checks whether an address matches a pattern, in which `*` stands for any text. A pattern that
 * starts with `/` is compared with the path, and with the query if it has a `?`; any other with the whole address.
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

/**
 * Finds the parts between the stars one after the other, without a regular expression, so the time is linear in the length
 * of the text.
 */
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
  const paths = [...new Set(answers.map(({ url }) => pathOf(url).slice(0, MAX_PATH_LENGTH)))]
  const more = paths.length > MAX_LISTED ? ` and ${paths.length - MAX_LISTED} more` : ''
  return paths.slice(0, MAX_LISTED).join(', ') + more
}

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url
