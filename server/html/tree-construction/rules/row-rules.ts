import { TAG } from '../../tree/names.ts'
import { endTag, type Rule, startTag } from '../build.ts'
import { extendMode, ignore } from '../mode.ts'
import {
  anyOpen,
  CELLS,
  implies,
  leaves,
  opens,
  PARTS,
  ROW,
  SECTIONS,
  sameOpen,
  withMarker,
} from './table-parts.ts'
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

export const inRow = extendMode(inTable, {
  start: [
    [CELLS, withMarker(opens(ROW, 'inCell'))],
    [[...PARTS, ...ROW], leavesRow(startTag)],
  ],
  end: [
    [ROW, leavesRow(ignore)],
    [[TAG.TABLE], leavesRow(endTag)],
    [SECTIONS, leavesRow(endTag, build => sameOpen(build) || anyOpen(TAG.TR)(build))],
  ],
})
