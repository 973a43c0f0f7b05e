import { TAG } from '../../tree/names.ts'
import { endTag, goOn, type Rule, startTag } from '../build.ts'
import { append, appendText } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { createMode, ignore, type Row } from '../mode.ts'
import { pop, topTag } from '../open-elements.ts'
import { blanksOnly, cutBlank } from '../text-elements.ts'
import { headRows, templateEnd } from './head-rules.ts'

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
