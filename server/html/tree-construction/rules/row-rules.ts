import { Build, Mode } from '../build.ts'
import { clearBackTo, clearBackToSection } from '../close.ts'
import { setMarker } from '../formatting.ts'
import { endTag, extendMode, onEnd, onStart, startTag } from '../modes.ts'
import { inTableScope, pop } from '../open-elements.ts'
import { Tag } from '../tags.ts'
import { CELLS, implyPart, isSectionOpen, openPart, PARTS, ROW, SECTIONS } from './table-parts.ts'

function startRow(): void {
  clearBackToSection()
  openPart(Mode.InRow)
}

function implyRow(): void {
  clearBackToSection()
  implyPart(Tag.TR, Mode.InRow)
}

function closeSection(): void {
  clearBackToSection()
  pop()
  Build.mode = Mode.InTable
}

function startBehindSection(): void {
  if (!isSectionOpen()) return
  closeSection()
  startTag()
}

function endBehindSection(): void {
  if (!isSectionOpen()) return
  closeSection()
  endTag()
}

function endSection(): void {
  if (inTableScope(Build.tag)) closeSection()
}

extendMode(Mode.InTableBody, Mode.InTable)
onStart(Mode.InTableBody, ROW, startRow)
onStart(Mode.InTableBody, CELLS, implyRow)
onStart(Mode.InTableBody, PARTS, startBehindSection)
onEnd(Mode.InTableBody, SECTIONS, endSection)
onEnd(Mode.InTableBody, [Tag.TABLE], endBehindSection)

function startCell(): void {
  clearBackTo(Tag.TR)
  openPart(Mode.InCell)
  setMarker()
}

function closeRow(): void {
  clearBackTo(Tag.TR)
  pop()
  Build.mode = Mode.InTableBody
}

function endRow(): void {
  if (inTableScope(Tag.TR)) closeRow()
}

function startBehindRow(): void {
  if (!inTableScope(Tag.TR)) return
  closeRow()
  startTag()
}

function endBehindRow(): void {
  if (!inTableScope(Tag.TR)) return
  closeRow()
  endTag()
}

function endSectionOfRow(): void {
  if (!inTableScope(Build.tag) && !inTableScope(Tag.TR)) return
  closeRow()
  endTag()
}

extendMode(Mode.InRow, Mode.InTable)
onStart(Mode.InRow, CELLS, startCell)
onStart(Mode.InRow, PARTS, startBehindRow)
onStart(Mode.InRow, ROW, startBehindRow)
onEnd(Mode.InRow, ROW, endRow)
onEnd(Mode.InRow, [Tag.TABLE], endBehindRow)
onEnd(Mode.InRow, SECTIONS, endSectionOfRow)
