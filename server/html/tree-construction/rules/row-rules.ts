import { TAG } from '../../tree/names.ts'
import { endTag, type Rule, startTag } from '../build.ts'
import { clearBackTo } from '../close.ts'
import { setMarker } from '../formatting.ts'
import { insert } from '../insert.ts'
import { extendMode, ignore } from '../mode.ts'
import { inTableScope, pop } from '../open-elements.ts'
import { anyOpen, CELLS, implies, leaves, opens, PARTS, ROW, SECTIONS, sameOpen } from './table-parts.ts'
import { inTable } from './table-rules.ts'

export const inTableBody = extendMode(inTable, {
  start: [
    [ROW, opens(SECTIONS, 'inRow')],
    [CELLS, implies(SECTIONS, TAG.TR, 'inRow')],
    [PARTS, leaves(anyOpen(...SECTIONS), SECTIONS, 'inTable', startTag)],
  ],
  end: [
    [SECTIONS, leaves(sameOpen, SECTIONS, 'inTable', ignore)],
    [[TAG.TABLE], leaves(anyOpen(...SECTIONS), SECTIONS, 'inTable', endTag)],
  ],
})

const leavesRow = (next: Rule, isOpen = anyOpen(TAG.TR)) => leaves(isOpen, ROW, 'inTableBody', next)

// Written out, as the rules that most tokens of a table go by.

const startCell: Rule = build => {
  clearBackTo(build, ROW)
  insert(build)
  build.mode = build.modes.inCell
  setMarker(build)
}

const endRow: Rule = build => {
  if (!inTableScope(build.open, TAG.TR)) return
  clearBackTo(build, ROW)
  pop(build.open)
  build.mode = build.modes.inTableBody
}

export const inRow = extendMode(inTable, {
  start: [
    [CELLS, startCell],
    [[...PARTS, ...ROW], leavesRow(startTag)],
  ],
  end: [
    [ROW, endRow],
    [[TAG.TABLE], leavesRow(endTag)],
    [SECTIONS, leavesRow(endTag, build => sameOpen(build) || anyOpen(TAG.TR)(build))],
  ],
})
