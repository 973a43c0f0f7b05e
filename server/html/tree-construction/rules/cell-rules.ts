import { TAG } from '../../tree/names.ts'
import { type Build, endTag, goOn, type Rule, startTag } from '../build.ts'
import { closeElement, closeImplied } from '../close.ts'
import { clearToMarker } from '../formatting.ts'
import { extendMode, ignore } from '../mode.ts'
import { inTableScope, popFrom } from '../open-elements.ts'
import { inBody } from './body-rules.ts'
import { anyOpen, CELLS, OUTER, PARTS, ROW, SECTIONS, sameOpen } from './table-parts.ts'

const closeCell = (build: Build) => {
  const { open } = build
  closeImplied(build)
  popFrom(open, Math.max(open.last[TAG.TD]!, open.last[TAG.TH]!))
  clearToMarker(build)
}

const leavesCell =
  (isOpen: (build: Build) => boolean, next: Rule): Rule =>
  build => {
    if (!isOpen(build)) return
    closeCell(build)
    goOn(build, 'inRow', next)
  }

export const inCell = extendMode(inBody, {
  start: [[[...PARTS, ...CELLS, ...ROW], leavesCell(anyOpen(...CELLS), startTag)]],
  end: [
    [[...OUTER, ...PARTS], ignore],
    [[TAG.TABLE, ...SECTIONS, ...ROW], leavesCell(sameOpen, endTag)],
    [
      CELLS,
      build => {
        if (!sameOpen(build)) return
        closeElement(build, build.tag, -1)
        clearToMarker(build)
        build.mode = build.modes.inRow
      },
    ],
  ],
})

const leavesCaption =
  (next: Rule): Rule =>
  build => {
    if (!inTableScope(build.open, TAG.CAPTION)) return
    closeElement(build, TAG.CAPTION, -1)
    clearToMarker(build)
    goOn(build, 'inTable', next)
  }

export const inCaption = extendMode(inBody, {
  start: [[[...PARTS, ...CELLS, ...ROW], leavesCaption(startTag)]],
  end: [
    [[...OUTER, ...PARTS, ...CELLS, ...ROW], ignore],
    [[TAG.CAPTION], leavesCaption(ignore)],
    [[TAG.TABLE], leavesCaption(endTag)],
  ],
})
