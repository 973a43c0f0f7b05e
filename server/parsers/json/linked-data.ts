import type { PageScript } from '../html/read-scripts.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import { parseEach } from './lenient-json.ts'

/** The linked data of a page. */
interface LinkedData {
  /** Every object with an `@type`, in document order: in `@graph`, in lists, in other objects. */
  objects: JsonObject[]
  /** Every object with an `@id`, to which references lead, whether it has a type or not. */
  named: JsonObject[]
  /** The start of each script that cannot be read, and its number among the scripts of linked data. */
  unread: { number: number; start: string }[]
}

/** Reads the JSON-LD scripts of a page; `readOther` reads a script that is not JSON. */
export function readLinkedData(
  scripts: PageScript[],
  readOther: (text: string) => Json | undefined,
): LinkedData {
  const texts = scripts.filter(({ type }) => type === 'application/ld+json').map(({ text }) => text)
  const found: Json[] = []
  const unread: LinkedData['unread'] = []
  for (const [index, text] of texts.entries()) {
    const values = parseEach(text)
    const other = values.length > 0 ? undefined : readOther(text)
    for (const value of values) found.push(value)
    if (other !== undefined) found.push(other)
    if (values.length === 0 && other === undefined)
      unread.push({ number: index + 1, start: text.slice(0, 200).replace(/\s+/g, ' ').trim().slice(0, 40) })
  }
  return { objects: objectsWith('@type', found), named: objectsWith('@id', found), unread }
}

/** Returns the id of a value that is only a reference: `{"@id": "#seller"}`. */
export function referenceIn(value: Json | undefined): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const id = value['@id']
  return typeof id === 'string' && sizeOf(value) === 1 ? id : null
}

/** Maps objects by their ids. If several have the same id, the one with the most properties is taken. */
export function objectsById(objects: JsonObject[]): Map<string, JsonObject> {
  const byId = new Map<string, JsonObject>()
  for (const object of objects) {
    const id = object['@id']
    if (typeof id !== 'string') continue
    const known = byId.get(id)
    if (!known || sizeOf(object) > sizeOf(known)) byId.set(id, object)
  }
  return byId
}

const sizeOf = (object: JsonObject): number => Object.keys(object).length

/** Whether an object is of a type; `Product`, `schema:Product` and `https://www.schema.org/Product/` are one type, `*` is any. */
export function isOfType(object: JsonObject, type: string): boolean {
  const shortName = shortType(type)
  return shortName === '*' || typesOf(object).includes(shortName)
}

const typesOf = (object: JsonObject): string[] =>
  [object['@type']].flat().flatMap(type => (typeof type === 'string' ? [shortType(type)] : []))

/** How many types a reason lists, and the characters of each. */
const MAX_LISTED = 10
const MAX_TYPE = 60

/** Says why no object has one of these types: which types there are, and which scripts could not be read. */
export function whyNoneOfType(
  kind: string,
  types: string[],
  { objects, unread }: Pick<LinkedData, 'objects' | 'unread'>,
): string {
  const typeNames = [...new Set(objects.flatMap(object => typesOf(object).map(type => type || 'untyped')))]
  const listed = typeNames.slice(0, MAX_LISTED).map(type => type.slice(0, MAX_TYPE))
  const more = typeNames.length - listed.length
  const available =
    typeNames.length === 0
      ? 'there is none'
      : `there is ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const unreadable =
    unread[0] &&
    `; script ${unread[0].number} of it cannot be read: it starts ${JSON.stringify(unread[0].start)}`
  const missing = types.some(type => shortType(type) === '*')
    ? `${unread.length > 0 ? 'there is no readable' : 'the page has no'} ${kind}`
    : `no ${kind} is of type ${types.join(' or ')}: ${available}`
  return `${missing}${unreadable ?? ''}`
}

/** Collects the objects with a key. A loop, not a recursion, since JSON may nest to any depth. */
function objectsWith(key: '@type' | '@id', values: Json[]): JsonObject[] {
  const found: JsonObject[] = []
  const stack = values.toReversed()
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && Object.hasOwn(value, key)) found.push(value)
    for (const child of Object.values(value).reverse()) stack.push(child)
  }
  return found
}

function shortType(type: string): string {
  return type.trim().replace(/^(?:(?:https?:)?\/\/(?:www\.)?schema\.org\/|schema:)(\w+)\/?$/, '$1')
}
