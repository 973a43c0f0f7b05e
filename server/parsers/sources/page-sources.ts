import { explainPath } from '../json/explain-path.ts'
import { type JsonPath, readPath } from '../json/json-path.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import { isBlank } from '../values/reading.ts'
import { readItem } from './json-source.ts'
import type { CompiledSource, Frame } from './source.ts'

/** Reads a part of the page's address. */
export const urlSource = (path: JsonPath): CompiledSource =>
  valueSource(page => {
    const parts = page.url()
    return parts ? atPath(parts, path) : 'the address of the page is not known'
  })

/** Reads a header of the response that brought the page; `:status` is its status. */
export const headerSource = (name: string): CompiledSource =>
  valueSource(({ answer }) => {
    if (!answer) return 'the page did not come from a site'
    const header = name.toLowerCase()
    const own = Object.hasOwn(answer.headers, header) ? answer.headers[header] : undefined
    const value = name === ':status' ? answer.status : own
    return value === undefined ? `the answer has no header ${JSON.stringify(name)}` : [value]
  })

/** Yields the index of the item in its list, counted from `first`. */
export const indexSource = (first: number): CompiledSource => valueSource((_, frame) => [frame.index + first])

/** Reads a field of the nearest object around this one that has it. */
export function parentSource(path: JsonPath): CompiledSource {
  const [name, ...rest] = path as [string, ...JsonPath]
  return valueSource((_, frame) => {
    const outerValues = nearest(frame.outer, name)
    return outerValues === null
      ? `there is no field ${JSON.stringify(name)} around it`
      : atPath(outerValues, [name, ...rest])
  })
}

const NAME = /\$\{([^{}]+)\}/g

/** Returns the names of the fields in a template. */
export const namesIn = (template: string): string[] =>
  [...template.matchAll(NAME)].map(match => match[1]!.trim())

/** Composes a text of other fields of the object, or of the objects around it. Finds nothing if one of them is null. */
export const templateSource = (template: string): CompiledSource =>
  valueSource((_, frame) => {
    const missing = namesIn(template).find(name => !isPart(valueNamed(frame, name)))
    if (missing !== undefined) return `its part ${JSON.stringify(missing)} is null or no text`
    return [template.replace(NAME, (_, name: string) => String(valueNamed(frame, name.trim())))]
  })

const isPart = (value: Json | undefined) => value !== undefined && value !== null && typeof value !== 'object'

const valueNamed = (frame: Frame, name: string): Json | undefined => nearest(frame, name)?.[name]

function nearest(frame: Frame | null, name: string): JsonObject | null {
  for (let at = frame; at; at = at.outer) if (Object.hasOwn(at.values, name)) return at.values
  return null
}

function atPath(value: Json, path: JsonPath): Json[] | string {
  const found = readPath(value, path).filter(hit => hit !== undefined && !isBlank(hit))
  return found.length > 0 ? (found as Json[]) : explainPath(value, path)
}

/** Creates a source of values that are not in an element. */
function valueSource(
  find: (page: Parameters<CompiledSource['find']>[1], frame: Frame) => Json[] | string,
): CompiledSource {
  return {
    find(scope, page, frame) {
      const values = find(page, frame)
      return typeof values === 'string' ? values : values.map(item => ({ node: scope.node, item }))
    },
    read: readItem,
  }
}
