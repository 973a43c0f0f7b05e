import { Build, Mode } from '../build.ts'
import { closeElement, closeImplied, NONE } from '../close.ts'
import { clearToMarker } from '../formatting.ts'
import { endTag, extendMode, ignore, onEnd, onStart, startTag } from '../modes.ts'
import { inTableScope, lastOf, popFrom } from '../open-elements.ts'
import { Tag } from '../tags.ts'
import { CELLS, OUTER, PARTS, ROW, SECTIONS } from './table-parts.ts'

/** Closes the cell. Returns false if none is open. */
function closeCell(isOpen: bool): bool {
  if (!isOpen) return false
  closeImplied(NONE)
  popFrom(max(lastOf(Tag.TD), lastOf(Tag.TH)))
  clearToMarker()
  Build.mode = Mode.InRow
  return true
}

function startBehindCell(): void {
  if (closeCell(inTableScope(Tag.TD) || inTableScope(Tag.TH))) startTag()
}

function endBehindCell(): void {
  if (closeCell(inTableScope(Build.tag))) endTag()
}

function endCell(): void {
  if (!inTableScope(Build.tag)) return
  closeElement(Build.tag, NONE)
  clearToMarker()
  Build.mode = Mode.InRow
}

extendMode(Mode.InCell, Mode.InBody)
onStart(Mode.InCell, PARTS, startBehindCell)
onStart(Mode.InCell, CELLS, startBehindCell)
onStart(Mode.InCell, ROW, startBehindCell)
onEnd(Mode.InCell, OUTER, ignore)
onEnd(Mode.InCell, PARTS, ignore)
onEnd(Mode.InCell, [Tag.TABLE], endBehindCell)
onEnd(Mode.InCell, SECTIONS, endBehindCell)
onEnd(Mode.InCell, ROW, endBehindCell)
onEnd(Mode.InCell, CELLS, endCell)

/** Closes the caption. Returns false if none is open. */
function closeCaption(): bool {
  if (!inTableScope(Tag.CAPTION)) return false
  closeElement(Tag.CAPTION, NONE)
  clearToMarker()
  Build.mode = Mode.InTable
  return true
}

function startBehindCaption(): void {
  if (closeCaption()) startTag()
}

function endBehindCaption(): void {
  if (closeCaption()) endTag()
}

function endCaption(): void {
  closeCaption()
}

extendMode(Mode.InCaption, Mode.InBody)
onStart(Mode.InCaption, PARTS, startBehindCaption)
onStart(Mode.InCaption, CELLS, startBehindCaption)
onStart(Mode.InCaption, ROW, startBehindCaption)
onEnd(Mode.InCaption, OUTER, ignore)
onEnd(Mode.InCaption, PARTS, ignore)
onEnd(Mode.InCaption, CELLS, ignore)
onEnd(Mode.InCaption, ROW, ignore)
onEnd(Mode.InCaption, [Tag.CAPTION], endCaption)
onEnd(Mode.InCaption, [Tag.TABLE], endBehindCaption)
