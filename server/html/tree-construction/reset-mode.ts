import { Build, inTemplate, Mode, templates } from './build.ts'
import { closeFlagged, NONE } from './close.ts'
import { clearToMarker } from './formatting.ts'
import { lastOf, popThrough } from './open-elements.ts'
import { IMPLIED_END_THOROUGH } from './tag-flags.ts'
import { Tag } from './tags.ts'

/** Index of the topmost element that has set the mode so far. */
let topmost = -1

/** Chooses the mode by the open elements: "reset the insertion mode appropriately". */
export function resetMode(): void {
  topmost = -1
  consider(Tag.TD, Mode.InCell)
  consider(Tag.TH, Mode.InCell)
  consider(Tag.TR, Mode.InRow)
  consider(Tag.TBODY, Mode.InTableBody)
  consider(Tag.THEAD, Mode.InTableBody)
  consider(Tag.TFOOT, Mode.InTableBody)
  consider(Tag.CAPTION, Mode.InCaption)
  consider(Tag.COLGROUP, Mode.InColumnGroup)
  consider(Tag.TABLE, Mode.InTable)
  consider(Tag.HEAD, Mode.InHead)
  consider(Tag.BODY, Mode.InBody)
  consider(Tag.HTML, Mode.AfterHead)
  if (inTemplate()) consider(Tag.TEMPLATE, templates.last)
}

function consider(tag: i32, mode: i32): void {
  if (lastOf(tag) <= topmost) return
  topmost = lastOf(tag)
  Build.mode = mode
}

export function endTemplate(): void {
  if (!inTemplate()) return
  closeFlagged(IMPLIED_END_THOROUGH, NONE)
  popThrough(Tag.TEMPLATE)
  clearToMarker()
  templates.pop()
  resetMode()
}
