import { TAG } from '../tree/names.ts'
import type { Build } from './build.ts'
import { pop, popFrom, popThrough, topTag } from './open-elements.ts'
import { has, IMPLIED_END } from './tag-sets.ts'

/** Closes elements whose end tags may be left out, but none of `except`. */
export function closeImplied({ open }: Build, except = -1, implied = IMPLIED_END): void {
  while (has(implied, topTag(open)) && topTag(open) !== except) pop(open)
}

/** Closes the topmost element of a tag with all that stands in it. */
export function closeElement(build: Build, tag: number, except = tag): void {
  closeImplied(build, except)
  popThrough(build.open, tag)
}

/** Closes all elements above the topmost one of these tags. */
export function clearBackTo({ open }: Build, tags: readonly number[]): void {
  let index = Math.max(open.last[TAG.HTML]!, open.last[TAG.TEMPLATE]!)
  for (const tag of tags) index = Math.max(index, open.last[tag]!)
  popFrom(open, index + 1)
}
