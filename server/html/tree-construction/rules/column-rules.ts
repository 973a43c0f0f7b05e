import { Build, Mode } from '../build.ts'
import { append } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { addMode, endTag, ignore, onEnd, onStart, startTag, text } from '../modes.ts'
import { pop, topTag } from '../open-elements.ts'
import { Tag } from '../tags.ts'
import { appendBlank, blanksOnly } from '../text-elements.ts'
import { addTemplateRules } from './head-rules.ts'

/** Closes the column group. Returns false if it is the content of a template, which it cannot leave. */
function closeColumns(): bool {
  if (topTag() !== Tag.COLGROUP) return false
  pop()
  Build.mode = Mode.InTable
  return true
}

function startBehindColumns(): void {
  if (closeColumns()) startTag()
}

function endBehindColumns(): void {
  if (closeColumns()) endTag()
}

function endColumns(): void {
  closeColumns()
}

function columnText(): void {
  if (topTag() !== Tag.COLGROUP) blanksOnly()
  else if (appendBlank() && closeColumns()) text()
}

addMode(Mode.InColumnGroup, startBehindColumns, endBehindColumns, columnText)
addTemplateRules(Mode.InColumnGroup)
onStart(Mode.InColumnGroup, [Tag.COL], append)
onStart(Mode.InColumnGroup, [Tag.HTML], mergeAttributes)
onEnd(Mode.InColumnGroup, [Tag.COLGROUP], endColumns)
onEnd(Mode.InColumnGroup, [Tag.COL], ignore)
