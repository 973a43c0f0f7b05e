import { lastOf, pop, popFrom, popThrough, topTag } from './open-elements.ts'
import { has, IMPLIED_END } from './tag-flags.ts'
import { Tag } from './tags.ts'

/** No tag. */
export const NONE: i32 = -1

/** Closes elements with optional end tags, except `except`. */
export function closeImplied(except: i32): void {
  closeFlagged(IMPLIED_END, except)
}

export function closeFlagged(flag: i32, except: i32): void {
  while (has(flag, topTag()) && topTag() !== except) pop()
}

/** Closes the topmost element of a tag, with everything inside it. */
export function closeElement(tag: i32, except: i32): void {
  closeImplied(except)
  popThrough(tag)
}

/** Closes all elements above the topmost element of a tag. */
export function clearBackTo(tag: i32): void {
  clearAbove(lastOf(tag))
}

/** Closes all elements above the topmost table section. */
export function clearBackToSection(): void {
  clearAbove(max(lastOf(Tag.TBODY), max(lastOf(Tag.TFOOT), lastOf(Tag.THEAD))))
}

function clearAbove(index: i32): void {
  popFrom(max(index, max(lastOf(Tag.HTML), lastOf(Tag.TEMPLATE))) + 1)
}
