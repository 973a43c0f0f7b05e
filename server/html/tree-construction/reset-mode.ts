import { TAG } from '../tree/names.ts'
import type { Build, Mode, ModeName, Rule } from './build.ts'
import { closeImplied } from './close.ts'
import { clearToMarker } from './formatting.ts'
import { popThrough } from './open-elements.ts'
import { IMPLIED_END_THOROUGH } from './tag-sets.ts'

const MODE_OF: [tag: number, mode: ModeName][] = [
  [TAG.TD, 'inCell'],
  [TAG.TH, 'inCell'],
  [TAG.TR, 'inRow'],
  [TAG.TBODY, 'inTableBody'],
  [TAG.THEAD, 'inTableBody'],
  [TAG.TFOOT, 'inTableBody'],
  [TAG.CAPTION, 'inCaption'],
  [TAG.COLGROUP, 'inColumnGroup'],
  [TAG.TABLE, 'inTable'],
  [TAG.HEAD, 'inHead'],
  [TAG.BODY, 'inBody'],
  [TAG.HTML, 'afterHead'],
]

/** Chooses the mode anew by what is open: "reset the insertion mode appropriately". */
export function resetMode(build: Build): void {
  const { last } = build.open
  let topmost = -1
  for (const [tag, mode] of MODE_OF) {
    if (last[tag]! <= topmost) continue
    topmost = last[tag]!
    build.mode = build.modes[mode]
  }
  if (last[TAG.SELECT]! > topmost) build.mode = selectMode(build, last)
  if (last[TAG.TEMPLATE]! > Math.max(topmost, last[TAG.SELECT]!)) build.mode = build.templates.at(-1)!
}

/** A select in a table is closed by the table's tags. */
function selectMode({ modes }: Build, last: Int32Array): Mode {
  return last[TAG.TABLE]! > last[TAG.TEMPLATE]! && last[TAG.TABLE]! < last[TAG.SELECT]!
    ? modes.inSelectInTable
    : modes.inSelect
}

export const endTemplate: Rule = build => {
  if (build.templates.length === 0) return
  closeImplied(build, -1, IMPLIED_END_THOROUGH)
  popThrough(build.open, TAG.TEMPLATE)
  clearToMarker(build)
  build.templates.pop()
  resetMode(build)
}
