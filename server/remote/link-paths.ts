import type { DetailLink } from '../parsers/parse-result.ts'
import type { JsonObject } from '../parsers/parser-schema.ts'

type Path = (string | number)[]

/** A link that refers to its object by the path in the data. */
type SerializedLink = Omit<DetailLink, 'into'> & { into: Path }

/** Replaces the object of each link by its path in the data: references to objects do not survive JSON. */
export function serializeLinks(links: readonly DetailLink[], data: unknown): SerializedLink[] {
  const paths = new Map<unknown, Path>(links.map(({ into }) => [into, []]))
  const stack: [unknown, Path][] = [[data, []]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [value, path] = next
    if (value === null || typeof value !== 'object') continue
    if (paths.has(value)) paths.set(value, path)
    for (const [key, child] of Object.entries(value))
      stack.push([child, [...path, Array.isArray(value) ? Number(key) : key]])
  }
  return links.map(link => ({ ...link, into: paths.get(link.into)! }))
}

/** Restores the links for data that was parsed from JSON. Throws if a path does not lead to an object. */
export function restoreLinks(links: readonly SerializedLink[], data: unknown): DetailLink[] {
  return links.map(link => ({ ...link, into: objectAt(data, link.into) }))
}

function objectAt(data: unknown, path: Path): JsonObject {
  let value = data
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) throw noObject(path)
    value = (value as Record<string | number, unknown>)[key]
  }
  if (value === null || typeof value !== 'object') throw noObject(path)
  return value as JsonObject
}

const noObject = (path: Path) => new Error(`There is no object at ${path.join('.')}.`)
