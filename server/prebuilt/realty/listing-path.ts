import { AppError } from '../../base/errors.ts'
import { realty } from './platform.ts'

/** No address is longer; what is would only cost time. */
const LONGEST = 2_000

const HOST = /^(?:(?:https?:)?\/\/)?(?:[a-z0-9-]+\.)?zillow\.com(?::\d+)?(?=[/?#]|$)/i
const NUMBER = /^(\d{1,15})(?:_zpid)?$/
const ZPID = /\/(\d{1,15})_zpid(?:\/|$)/

/** Paths whose page may be a home although they do not name its number: by address, and buildings of several homes. */
const WITHOUT_NUMBER = /^\/(?:homedetails\/[^/]+|homes\/[^/]+_rb|b\/.+|apartments\/.+)\/*$/

/**
 * A listing as people have it (the address of its page, with or without scheme, or its number) → the path of its page:
 * `/homedetails/…/<number>_zpid/`, or by address `/homes/…_rb/`. Null for anything else.
 */
export function listingPath(text: string): string | null {
  const given = text.trim()
  const number = NUMBER.exec(given)?.[1]
  if (number) return `/homedetails/${number}_zpid/`
  const rest = given.replace(HOST, '')
  if (rest.length > LONGEST || !/^\/(?!\/)/.test(rest)) return null
  const path = URL.parse(rest, realty.origin)?.pathname ?? ''
  const zpid = ZPID.exec(path)
  if (!zpid) return WITHOUT_NUMBER.test(path) ? path.replace(/\/*$/, '/') : null
  return path.startsWith('/homedetails/')
    ? `${path.slice(0, zpid.index)}/${zpid[1]}_zpid/`
    : `/homedetails/${zpid[1]}_zpid/`
}

/** The same; throws 400 for what is no listing. */
export function requireListingPath(url: string): string {
  const path = listingPath(url)
  if (path) return path
  throw new AppError('invalid_input', 'This is not the address of a listing.', {
    field: 'url',
    hint: 'Use the address of the page of a home: its path is /homedetails/…/<number>_zpid/ or /homes/…_rb/. The number alone (<number>_zpid) works too.',
  })
}

/** The number of the home that an address names. */
export const zpidIn = (address: string): string | null => ZPID.exec(listingPath(address) ?? '')?.[1] ?? null
