import { Build, Mode, templates } from '../build.ts'
import { addMode, ignore, onStart, startTag } from '../modes.ts'
import { Tag } from '../tags.ts'
import { bodyText } from './body-starts.ts'
import { addHeadRules } from './head-rules.ts'

/** The first tag in a template decides which mode its content has. */
function startContent(mode: i32): void {
  templates.set(templates.length - 1, mode)
  Build.mode = mode
  startTag()
}

function startPart(): void {
  startContent(Mode.InTable)
}

function startColumn(): void {
  startContent(Mode.InColumnGroup)
}

function startRow(): void {
  startContent(Mode.InTableBody)
}

function startCell(): void {
  startContent(Mode.InRow)
}

function startOther(): void {
  startContent(Mode.InBody)
}

addMode(Mode.InTemplate, startOther, ignore, bodyText)
addHeadRules(Mode.InTemplate)
onStart(Mode.InTemplate, [Tag.CAPTION, Tag.COLGROUP, Tag.TBODY, Tag.TFOOT, Tag.THEAD], startPart)
onStart(Mode.InTemplate, [Tag.COL], startColumn)
onStart(Mode.InTemplate, [Tag.TR], startRow)
onStart(Mode.InTemplate, [Tag.TD, Tag.TH], startCell)
