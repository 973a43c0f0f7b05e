import { AppError } from '../../base/errors.ts'
import { realty } from './platform.ts'

/** Maximum length of an address; longer texts would only cost time. */
const MAX_LENGTH = 2_000

const HOST = /^(?:(?:https?:)?\/\/)?(?:[a-z0-9-]+\.)?zillow\.com(?::\d+)?(?=[/?#]|$)/i
const NUMBER = /^(\d{1,15})(?:_zpid)?$/
const ZPID = /\/(\d{1,15})_zpid(?:\/|$)/

/** Paths that may be a home although they do not contain its number: homes by address, and buildings with several homes. */
const ADDRESS_PATH = /^\/(?:homedetails\/[^/]+|homes\/[^/]+_rb|b\/.+|apartments\/.+)\/*$/

/**
 * Reads a listing in any form that people have (the address of its page, with or without scheme, or its number). Returns the
 * path of its page: `/homedetails/…/<number>_zpid/`, or by address `/homes/…_rb/`. Returns null for anything else.
 */
export function listingPath(text: string): string | null {
  const trimmed = text.trim()
  const number = NUMBER.exec(trimmed)?.[1]
  if (number) return `/homedetails/${number}_zpid/`
  const rest = trimmed.replace(HOST, '')
  if (rest.length > MAX_LENGTH || !/^\/(?!\/)/.test(rest)) return null
  const path = URL.parse(rest, realty.origin)?.pathname ?? ''
  const zpid = ZPID.exec(path)
  if (!zpid) return ADDRESS_PATH.test(path) ? path.replace(/\/*$/, '/') : null
  return path.startsWith('/homedetails/')
    ? `${path.slice(0, zpid.index)}/${zpid[1]}_zpid/`
    : `/homedetails/${zpid[1]}_zpid/`
}

/** Like `listingPath`, but throws AppError `invalid_input` for anything else. */
export function requireListingPath(url: string): string {
  const path = listingPath(url)
  if (path) return path
  throw new AppError('invalid_input', 'This is not the address of a listing.', {
    field: 'url',
    hint: 'Use the address of the page of a home: its path is /homedetails/…/<number>_zpid/ or /homes/…_rb/. The number alone (<number>_zpid) works too.',
  })
}

/** Returns the number of the home in an address, or null. */
export const zpidIn = (address: string): string | null => ZPID.exec(listingPath(address) ?? '')?.[1] ?? null
