import { Build } from '../build.ts'
import { insert, insertImplied } from '../insert.ts'
import { startTag } from '../modes.ts'
import { inTableScope } from '../open-elements.ts'
import { Tag } from '../tags.ts'

export const SECTIONS: StaticArray<i32> = [Tag.TBODY, Tag.TFOOT, Tag.THEAD]

export const CELLS: StaticArray<i32> = [Tag.TD, Tag.TH]

/** Children of a table: sections, caption and columns. */
export const PARTS: StaticArray<i32> = [Tag.CAPTION, Tag.COL, Tag.COLGROUP, Tag.TBODY, Tag.TFOOT, Tag.THEAD]

export const OUTER: StaticArray<i32> = [Tag.BODY, Tag.HTML]

export const ROW: StaticArray<i32> = [Tag.TR]

/** Opens a part of a table, and switches to its mode. */
export function openPart(mode: i32): void {
  insert()
  Build.mode = mode
}

/** Opens a part that has no tag, switches to its mode, and handles the current tag there. */
export function implyPart(part: i32, mode: i32): void {
  insertImplied(part)
  Build.mode = mode
  startTag()
}

export function isSectionOpen(): bool {
  return inTableScope(Tag.TBODY) || inTableScope(Tag.TFOOT) || inTableScope(Tag.THEAD)
}
