import { Build, inTemplate, Mode } from '../build.ts'
import { clearBackTo } from '../close.ts'
import { setMarker } from '../formatting.ts'
import { isHidden } from '../host.ts'
import { append, appendText, insert } from '../insert.ts'
import { addMode, endBy, ignore, onEnd, onStart, startBy, startTag } from '../modes.ts'
import { inTableScope, pop, popThrough, topNode, topTag } from '../open-elements.ts'
import { resetMode } from '../reset-mode.ts'
import { has, TABLE_STRUCTURE } from '../tag-flags.ts'
import { Tag } from '../tags.ts'
import { endOfBlank } from '../text-elements.ts'
import { bodyText } from './body-starts.ts'
import { addScriptRules } from './head-rules.ts'
import { CELLS, implyPart, OUTER, openPart, PARTS, ROW, SECTIONS } from './table-parts.ts'

// Content that a table cannot hold is inserted before it.

function fosterStart(): void {
  Build.fosters = true
  startBy(Mode.InBody)
  Build.fosters = false
}

function fosterEnd(): void {
  Build.fosters = true
  endBy(Mode.InBody)
  Build.fosters = false
}

function fosterText(): void {
  Build.fosters = true
  bodyText()
  Build.fosters = false
}

function tableText(): void {
  const isBlank = endOfBlank(Build.from, Build.to) === Build.to
  if (isBlank && has(TABLE_STRUCTURE, topTag())) appendText()
  else fosterText()
}

function startSection(): void {
  clearBackTo(Tag.TABLE)
  openPart(Mode.InTableBody)
}

function startCaption(): void {
  clearBackTo(Tag.TABLE)
  openPart(Mode.InCaption)
  setMarker()
}

function startColumns(): void {
  clearBackTo(Tag.TABLE)
  openPart(Mode.InColumnGroup)
}

function implySection(): void {
  clearBackTo(Tag.TABLE)
  implyPart(Tag.TBODY, Mode.InTableBody)
}

function implyColumns(): void {
  clearBackTo(Tag.TABLE)
  implyPart(Tag.COLGROUP, Mode.InColumnGroup)
}

function endTable(): void {
  if (!inTableScope(Tag.TABLE)) return
  popThrough(Tag.TABLE)
  resetMode()
}

function startTableAgain(): void {
  if (!inTableScope(Tag.TABLE)) return
  endTable()
  startTag()
}

function startFormInTable(): void {
  if (Build.form !== 0 || inTemplate()) return
  insert()
  Build.form = topNode()
  pop()
}

function startInput(): void {
  if (isHidden(Build.from, Build.to)) append()
  else fosterStart()
}

addMode(Mode.InTable, fosterStart, fosterEnd, tableText)
addScriptRules(Mode.InTable)
onStart(Mode.InTable, CELLS, implySection)
onStart(Mode.InTable, ROW, implySection)
onStart(Mode.InTable, [Tag.COL], implyColumns)
onStart(Mode.InTable, [Tag.FORM], startFormInTable)
onStart(Mode.InTable, [Tag.TABLE], startTableAgain)
onStart(Mode.InTable, SECTIONS, startSection)
onStart(Mode.InTable, [Tag.INPUT], startInput)
onStart(Mode.InTable, [Tag.CAPTION], startCaption)
onStart(Mode.InTable, [Tag.COLGROUP], startColumns)
onEnd(Mode.InTable, [Tag.TABLE], endTable)
onEnd(Mode.InTable, OUTER, ignore)
onEnd(Mode.InTable, PARTS, ignore)
onEnd(Mode.InTable, CELLS, ignore)
onEnd(Mode.InTable, ROW, ignore)
