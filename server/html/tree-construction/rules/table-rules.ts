import { findIn } from '../../read/attributes.ts'
import { TAG } from '../../tree/names.ts'
import { endBy, type Rule, startBy, startTag } from '../build.ts'
import { append, appendText, insert } from '../insert.ts'
import { createMode, ignore } from '../mode.ts'
import { inTableScope, pop, popThrough, topTag } from '../open-elements.ts'
import { resetMode } from '../reset-mode.ts'
import { has, TABLE_STRUCTURE } from '../tag-sets.ts'
import { endOfBlank } from '../text-elements.ts'
import { inBody } from './body-rules.ts'
import { scriptRows, templateEnd } from './head-rules.ts'
import { CELLS, implies, OUTER, opens, PARTS, ROW, SECTIONS, withMarker } from './table-parts.ts'

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
