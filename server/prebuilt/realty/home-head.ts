import type { Reader } from '../define-prebuilt.ts'
import { at, listAt, stringAt } from '../json-walk.ts'
import { type HomePart, NUMBER, positive, toSquareFeet } from './home-part.ts'

/** Maximum length of a sentence. */
const MAX_SENTENCE_LENGTH = 1_000

/** The exact list price; `$1.25M` is rounded and does not match. */
const LIST_PRICE = new RegExp(`\\blist price of \\$(${NUMBER})(?![\\d.,]*\\d|\\s?[kmb]\\b)`, 'i')

/** The price before the beds. */
const PRICE = new RegExp(`\\$(${NUMBER}),? [\\d.]+ beds?\\b`, 'i')

const ZPID = /\/(\d+)_zpid\b/

/** JSON-LD for search engines; since 2026 the only data that some pages hold. */
export const listingData: Reader<HomePart[]> = {
  layout: 'RealEstateListing',
  recognise: body => [body, ...listAt(body, '@graph')].flat().find(isListing),
  read(listing) {
    const offer = firstOf(at(listing, 'offers'))
    const home = firstOf(at(offer, 'itemOffered'))
    const address = at(home, 'address')
    return [
      {
        zpid: zpidOf(stringAt(listing, 'url') ?? stringAt(listing, '@id') ?? stringAt(home, 'url')),
        street: stringAt(address, 'streetAddress'),
        city: stringAt(address, 'addressLocality'),
        state: stringAt(address, 'addressRegion'),
        zipcode: stringAt(address, 'postalCode'),
        price: positive(amountAt(offer, 'price')),
        bedrooms: integerAmountAt(home, 'numberOfBedrooms'),
        bathrooms: amountAt(home, 'numberOfBathroomsTotal'),
        living_area: floorArea(at(home, 'floorSize')),
      },
    ]
  },
}

/** The sentence about the home in the meta description: `…$725,000 4 beds, 2 baths, 4,670 sqft … built in 1908`. */
export const headSentence: Reader<HomePart[]> = {
  layout: 'meta description',
  recognise(body) {
    if (typeof body !== 'string') return undefined
    const sentence = contentOf(tagIn(body, 'meta', 'name', 'description'))
    const isSentence =
      sentence && sentence.length < MAX_SENTENCE_LENGTH && /\d (?:beds?|baths?|sq ?ft)\b/i.test(sentence)
    return isSentence ? { sentence, page: body } : undefined
  },
  read(head) {
    const sentence = stringAt(head, 'sentence') ?? ''
    const numberIn = (pattern: RegExp) => amountOf(pattern.exec(sentence)?.[1])
    const numberBefore = (words: string) => new RegExp(`(?<![\\d.,]|\\d[-–])(${NUMBER}) ${words}`, 'i')
    return [
      {
        zpid: zpidOf(tagIn(stringAt(head, 'page') ?? '', 'link', 'rel', 'canonical')),
        price: numberIn(LIST_PRICE) ?? numberIn(PRICE),
        bedrooms: asInteger(numberIn(numberBefore('beds?\\b'))),
        bathrooms: numberIn(numberBefore('baths?\\b')),
        living_area: numberIn(numberBefore('sq ?ft\\b(?! lot)')),
        year_built: numberIn(/\bbuilt in (\d{4})\b/i),
      },
    ]
  },
}

const AMOUNT = new RegExp(`^(?:${NUMBER})$`)

/** `649000`, `"649,000"` */
function amountOf(value: unknown): number | null {
  const amount = typeof value === 'string' && AMOUNT.test(value) ? Number(value.replaceAll(',', '')) : value
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : null
}

const amountAt = (node: unknown, path: string) => amountOf(at(node, path))

const integerAmountAt = (node: unknown, path: string) => asInteger(amountAt(node, path))

const asInteger = (amount: number | null) => (Number.isSafeInteger(amount) ? amount : null)

/** In square feet, the unit that the platform means if it names none. */
const floorArea = (size: unknown) =>
  toSquareFeet(amountAt(size, 'value'), stringAt(size, 'unitCode') ?? stringAt(size, 'unitText') ?? 'sqft')

const isListing = (node: unknown) => [at(node, '@type')].flat().includes('RealEstateListing')

const firstOf = (value: unknown) => (Array.isArray(value) ? value[0] : value)

const zpidOf = (address: string | null) => ZPID.exec(address ?? '')?.[1] ?? null

/** Returns the first tag of this name with this attribute, as written. */
const tagIn = (html: string, tag: string, attribute: string, value: string): string =>
  new RegExp(`<${tag}\\b[^<>]*\\b${attribute}=["']${value}["'][^<>]*`, 'i').exec(html)?.[0] ?? ''

const contentOf = (tag: string) => /\bcontent=(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).find(Boolean)
