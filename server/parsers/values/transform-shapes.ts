import { isObject } from '../../base/is-object.ts'
import type { Json } from '../parser-schema.ts'

/**
 * `each` changes a value, `spread` makes a list of a value, `list` changes a list, `gather` makes a single value of a list.
 */
export type TransformShape = 'each' | 'spread' | 'list' | 'gather'

/** The shapes of all transforms that do not change each value by itself. */
const SHAPES: ReadonlyMap<string, TransformShape> = new Map([
  ['regex_all', 'spread'],
  ['select_all', 'spread'],
  ['split', 'spread'],
  ['compact', 'list'],
  ['unique', 'list'],
  ['sort', 'list'],
  ['reverse', 'list'],
  ['flatten', 'list'],
  ['first', 'gather'],
  ['last', 'gather'],
  ['nth', 'gather'],
  ['join', 'gather'],
  ['count', 'gather'],
  ['sum', 'gather'],
  ['avg', 'gather'],
  ['min', 'gather'],
  ['max', 'gather'],
])

/** Returns the name of a transform of a schema: a name, or an object of one name and its argument, beside a comment. */
export function nameOfTransform(transform: unknown): string | undefined {
  if (typeof transform === 'string') return transform
  return isObject(transform) ? Object.keys(transform).find(key => key !== '$comment') : undefined
}

/** Returns the shape of a transform of a schema. */
export const shapeOf = (transform: Json): TransformShape =>
  SHAPES.get(nameOfTransform(transform) ?? '') ?? 'each'
