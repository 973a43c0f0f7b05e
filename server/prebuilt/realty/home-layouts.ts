import { isObject } from '../../base/is-object.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, find } from '../json-walk.ts'
import { bodyOf } from '../saved-page.ts'
import { type HomePart, readHomePart } from './home-part.ts'

/**
 * A cache of queries in the state of a page: JSON inside a string, by query and parameters. The names of queries change, and
 * a cache may hold several, so a home is recognised by its key `property`; the home with the most fields comes first.
 */
const cacheReader = (name: string): Reader<HomePart[]> => ({
  layout: `${name}.*.property`,
  recognise(body) {
    const homes = homesIn(find(body, name))
    return homes.length > 0 ? homes : undefined
  },
  read: homes => (homes as object[]).toSorted((one, other) => sizeOf(other) - sizeOf(one)).map(readHomePart),
})

/** The page since 2023. */
export const pageCache = cacheReader('gdpClientCache')

/** The page until 2023. */
export const preloadedCache = cacheReader('apiCache')

/** The page's own data calls, as captured by a browser; they hold the histories. */
export const dataCall: Reader<HomePart[]> = {
  layout: 'data.property',
  recognise: body => (isObject<object>(at(body, 'data.property')) ? at(body, 'data.property') : undefined),
  read: home => [readHomePart(home)],
}

function homesIn(cache: unknown): object[] {
  const queries = typeof cache === 'string' ? bodyOf(cache) : cache
  if (!isObject<object>(queries)) return []
  return Object.values(queries)
    .map(answer => at(answer, 'property') ?? (at(answer, 'zpid') === undefined ? null : answer))
    .filter(isObject<object>)
}

const sizeOf = (home: object) => Object.keys(home).length
