import { isObject } from '../../base/is-object.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, find } from '../json-walk.ts'
import { bodyOf } from '../saved-page.ts'
import { type HomePart, homePart } from './home-part.ts'

/**
 * A cache of queries in a page's state: JSON inside a string, by query and its parameters. The names of the queries
 * change and several lie there, so that a home is recognized by its key `property`; the fullest one comes first.
 */
const cacheNamed = (name: string): Reader<HomePart[]> => ({
  layout: `${name}.*.property`,
  recognise(body) {
    const homes = homesIn(find(body, name))
    return homes.length > 0 ? homes : undefined
  },
  read: homes => (homes as object[]).toSorted((one, other) => sizeOf(other) - sizeOf(one)).map(homePart),
})

/** The page, since 2023. */
export const pageCache = cacheNamed('gdpClientCache')

/** The page, to 2023. */
export const preloadedCache = cacheNamed('apiCache')

/** The page's own data calls, as a browser captures them: the histories come so. */
export const dataCall: Reader<HomePart[]> = {
  layout: 'data.property',
  recognise: body => (isObject<object>(at(body, 'data.property')) ? at(body, 'data.property') : undefined),
  read: home => [homePart(home)],
}

function homesIn(cache: unknown): object[] {
  const queries = typeof cache === 'string' ? bodyOf(cache) : cache
  if (!isObject<object>(queries)) return []
  return Object.values(queries)
    .map(answer => at(answer, 'property') ?? (at(answer, 'zpid') === undefined ? null : answer))
    .filter(isObject<object>)
}

const sizeOf = (home: object) => Object.keys(home).length
