import { Build, Mode } from '../build.ts'
import { append, appendText, insert } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { addMode, endTag, extendMode, ignore, onEnd, onStart, startTag } from '../modes.ts'
import { inTableScope, Open, pop, popThrough, tagAt, topTag } from '../open-elements.ts'
import { resetMode } from '../reset-mode.ts'
import { Tag } from '../tags.ts'
import { insertText } from '../text-elements.ts'
import { addTemplateRules } from './head-rules.ts'

function closeTop(tag: i32): void {
  if (topTag() === tag) pop()
}

function closeOption(): void {
  closeTop(Tag.OPTION)
}

function closeGroup(): void {
  closeTop(Tag.OPTION)
  closeTop(Tag.OPTGROUP)
}

function startOption(): void {
  closeOption()
  insert()
}

function startGroup(): void {
  closeGroup()
  insert()
}

function startRule(): void {
  closeGroup()
  append()
}

/** Whether a select is in select scope: only options and option groups are open above it. */
function isInSelect(): bool {
  let index = Open.top
  while (index >= 0 && (tagAt(index) === Tag.OPTION || tagAt(index) === Tag.OPTGROUP)) index--
  return index >= 0 && tagAt(index) === Tag.SELECT
}

function closeSelect(): void {
  popThrough(Tag.SELECT)
  resetMode()
}

function endSelect(): void {
  if (isInSelect()) closeSelect()
}

function startBehindSelect(): void {
  if (!isInSelect()) return
  closeSelect()
  startTag()
}

function endGroup(): void {
  const isBelow = Open.top > 0 && tagAt(Open.top - 1) === Tag.OPTGROUP
  if (isBelow) closeTop(Tag.OPTION)
  closeTop(Tag.OPTGROUP)
}

addMode(Mode.InSelect, ignore, ignore, appendText)
addTemplateRules(Mode.InSelect)
onStart(Mode.InSelect, [Tag.SCRIPT], insertText)
onStart(Mode.InSelect, [Tag.HTML], mergeAttributes)
onStart(Mode.InSelect, [Tag.OPTION], startOption)
onStart(Mode.InSelect, [Tag.OPTGROUP], startGroup)
onStart(Mode.InSelect, [Tag.HR], startRule)
onStart(Mode.InSelect, [Tag.INPUT, Tag.KEYGEN, Tag.TEXTAREA], startBehindSelect)
onStart(Mode.InSelect, [Tag.SELECT], endSelect)
onEnd(Mode.InSelect, [Tag.OPTGROUP], endGroup)
onEnd(Mode.InSelect, [Tag.OPTION], closeOption)
onEnd(Mode.InSelect, [Tag.SELECT], endSelect)

const TABLE_TAGS: StaticArray<i32> = [
  Tag.CAPTION,
  Tag.TABLE,
  Tag.TBODY,
  Tag.TFOOT,
  Tag.THEAD,
  Tag.TR,
  Tag.TD,
  Tag.TH,
]

function startInTable(): void {
  closeSelect()
  startTag()
}

function endInTable(): void {
  if (!inTableScope(Build.tag)) return
  closeSelect()
  endTag()
}

extendMode(Mode.InSelectInTable, Mode.InSelect)
onStart(Mode.InSelectInTable, TABLE_TAGS, startInTable)
onEnd(Mode.InSelectInTable, TABLE_TAGS, endInTable)
