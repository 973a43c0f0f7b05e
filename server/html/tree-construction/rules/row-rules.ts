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

/** Closes the table section. Returns false if none is open. */
function closeSection(isOpen: bool): bool {
  if (!isOpen) return false
  clearBackToSection()
  pop()
  Build.mode = Mode.InTable
  return true
}

function startBehindSection(): void {
  if (closeSection(isSectionOpen())) startTag()
}

function endBehindSection(): void {
  if (closeSection(isSectionOpen())) endTag()
}

function endSection(): void {
  closeSection(inTableScope(Build.tag))
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

/** Closes the row. Returns false if none is open. */
function closeRow(isOpen: bool): bool {
  if (!isOpen) return false
  clearBackTo(Tag.TR)
  pop()
  Build.mode = Mode.InTableBody
  return true
}

function endRow(): void {
  closeRow(inTableScope(Tag.TR))
}

function startBehindRow(): void {
  if (closeRow(inTableScope(Tag.TR))) startTag()
}

function endBehindRow(): void {
  if (closeRow(inTableScope(Tag.TR))) endTag()
}

function endSectionOfRow(): void {
  if (closeRow(inTableScope(Build.tag) || inTableScope(Tag.TR))) endTag()
}

extendMode(Mode.InRow, Mode.InTable)
onStart(Mode.InRow, CELLS, startCell)
onStart(Mode.InRow, PARTS, startBehindRow)
onStart(Mode.InRow, ROW, startBehindRow)
onEnd(Mode.InRow, ROW, endRow)
onEnd(Mode.InRow, [Tag.TABLE], endBehindRow)
onEnd(Mode.InRow, SECTIONS, endSectionOfRow)
