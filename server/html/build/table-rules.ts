import { findIn } from '../read/attributes.ts'
import { TAG } from '../tree/names.ts'
import { inBody } from './body-rules.ts'
import {
  append,
  appendText,
  type Build,
  clearBackTo,
  closeElement,
  closeImplied,
  endBy,
  endTag,
  goOn,
  insert,
  insertImplied,
  type ModeName,
  type Rule,
  startBy,
  startTag,
} from './build.ts'
import { clearToMarker, setMarker } from './formatting.ts'
import { headRows, scriptRows, templateEnd } from './head-rules.ts'
import { mergeAttributes } from './merge-attributes.ts'
import { createMode, extendMode, ignore, type Row } from './mode.ts'
import { inTableScope, pop, popFrom, popThrough, topTag } from './open-elements.ts'
import { resetMode } from './reset-mode.ts'
import { has, TABLE_STRUCTURE } from './tag-sets.ts'
import { blanksOnly, cutBlank, endOfBlank } from './text-elements.ts'

const SECTIONS = [TAG.TBODY, TAG.TFOOT, TAG.THEAD]
const CELLS = [TAG.TD, TAG.TH]
const PARTS = [TAG.CAPTION, TAG.COL, TAG.COLGROUP, ...SECTIONS]
const OUTER = [TAG.BODY, TAG.HTML]
const ROW = [TAG.TR]

/** Content that a table cannot hold stands before it. */
const fostered =
  (rule: Rule): Rule =>
  build => {
    build.fosters = true
    rule(build)
    build.fosters = false
  }

const fosterStart = fostered(build => startBy(inBody, build))
const fosterEnd = fostered(build => endBy(inBody, build))
const fosterText = fostered(inBody.text)

const tableText: Rule = build => {
  const isBlank = endOfBlank(build.source, build.from, build.to) === build.to
  if (isBlank && has(TABLE_STRUCTURE, topTag(build.open))) appendText(build)
  else fosterText(build)
}

/** Opens a part of a table below one of `parents`, and goes on in its mode. */
const opens =
  (parents: number[], mode: ModeName): Rule =>
  build => {
    clearBackTo(build, parents)
    insert(build)
    build.mode = build.modes[mode]
  }

/** Opens the part that stands between but has no tag, and goes on there. */
const implies =
  (parents: number[], part: number, mode: ModeName): Rule =>
  build => {
    clearBackTo(build, parents)
    insertImplied(build, part)
    goOn(build, mode, startTag)
  }

const withMarker =
  (rule: Rule): Rule =>
  build => {
    rule(build)
    setMarker(build)
  }

const endTable: Rule = build => {
  if (!inTableScope(build.open, TAG.TABLE)) return
  popThrough(build.open, TAG.TABLE)
  resetMode(build)
}

const startTableAgain: Rule = build => {
  if (!inTableScope(build.open, TAG.TABLE)) return
  endTable(build)
  startTag(build)
}

const startFormInTable: Rule = build => {
  if (build.form || build.templates.length > 0) return
  insert(build)
  build.form = build.open.nodes[build.open.top]!
  pop(build.open)
}

const startInput: Rule = build => {
  const { source, from, to } = build
  const isHidden = findIn(source, from, to, 'type')?.toLowerCase() === 'hidden'
  if (isHidden) append(build)
  else fosterStart(build)
}

export const inTable = createMode({
  start: [
    [[...CELLS, ...ROW], implies([TAG.TABLE], TAG.TBODY, 'inTableBody')],
    ...scriptRows,
    [[TAG.COL], implies([TAG.TABLE], TAG.COLGROUP, 'inColumnGroup')],
    [[TAG.FORM], startFormInTable],
    [[TAG.TABLE], startTableAgain],
    [SECTIONS, opens([TAG.TABLE], 'inTableBody')],
    [[TAG.INPUT], startInput],
    [[TAG.CAPTION], withMarker(opens([TAG.TABLE], 'inCaption'))],
    [[TAG.COLGROUP], opens([TAG.TABLE], 'inColumnGroup')],
  ],
  otherStart: fosterStart,
  end: [[[TAG.TABLE], endTable], [[...OUTER, ...PARTS, ...CELLS, ...ROW], ignore], templateEnd],
  otherEnd: fosterEnd,
  text: tableText,
})

/** Closes a part of a table if one of `tags` is open, and gives its tag to the mode around. */
const leaves =
  (isOpen: (build: Build) => boolean, parents: number[], mode: ModeName, next: Rule): Rule =>
  build => {
    if (!isOpen(build)) return
    clearBackTo(build, parents)
    pop(build.open)
    goOn(build, mode, next)
  }

const anyOpen =
  (...tags: number[]) =>
  ({ open }: Build) =>
    tags.some(tag => inTableScope(open, tag))
const sameOpen = ({ open, tag }: Build) => inTableScope(open, tag)

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

const closeCell = (build: Build) => {
  const { open } = build
  closeImplied(build)
  popFrom(open, Math.max(open.last[TAG.TD]!, open.last[TAG.TH]!))
  clearToMarker(build)
}

const leavesCell =
  (isOpen: (build: Build) => boolean, next: Rule): Rule =>
  build => {
    if (!isOpen(build)) return
    closeCell(build)
    goOn(build, 'inRow', next)
  }

export const inCell = extendMode(inBody, {
  start: [[[...PARTS, ...CELLS, ...ROW], leavesCell(anyOpen(...CELLS), startTag)]],
  end: [
    [[...OUTER, ...PARTS], ignore],
    [[TAG.TABLE, ...SECTIONS, ...ROW], leavesCell(sameOpen, endTag)],
    [
      CELLS,
      build => {
        if (!sameOpen(build)) return
        closeElement(build, build.tag, -1)
        clearToMarker(build)
        build.mode = build.modes.inRow
      },
    ],
  ],
})

const leavesCaption =
  (next: Rule): Rule =>
  build => {
    if (!inTableScope(build.open, TAG.CAPTION)) return
    closeElement(build, TAG.CAPTION, -1)
    clearToMarker(build)
    goOn(build, 'inTable', next)
  }

export const inCaption = extendMode(inBody, {
  start: [[[...PARTS, ...CELLS, ...ROW], leavesCaption(startTag)]],
  end: [
    [[...OUTER, ...PARTS, ...CELLS, ...ROW], ignore],
    [[TAG.CAPTION], leavesCaption(ignore)],
    [[TAG.TABLE], leavesCaption(endTag)],
  ],
})

const leavesColumns =
  (next: Rule): Rule =>
  build => {
    if (topTag(build.open) !== TAG.COLGROUP) return
    pop(build.open)
    goOn(build, 'inTable', next)
  }

const columnText: Rule = build => {
  if (topTag(build.open) !== TAG.COLGROUP) return blanksOnly(build)
  const { to } = build
  const start = cutBlank(build)
  const rest = build.from
  if (start < rest) appendText(Object.assign(build, { from: start, to: rest }))
  Object.assign(build, { from: rest, to })
  if (rest < to) leavesColumns(textRule)(build)
}

const textRule: Rule = build => build.mode.text(build)

const templateStart: Row[] = headRows.filter(([tags]) => tags.includes(TAG.TEMPLATE))

export const inColumnGroup = createMode({
  start: [[[TAG.COL], append], [[TAG.HTML], mergeAttributes], ...templateStart],
  otherStart: leavesColumns(startTag),
  end: [[[TAG.COLGROUP], leavesColumns(ignore)], [[TAG.COL], ignore], templateEnd],
  otherEnd: leavesColumns(endTag),
  text: columnText,
})
