import { inBody } from './body-rules.ts'
import type { Modes } from './build.ts'
import { afterFrameset, inFrameset } from './frame-rules.ts'
import { afterBody, afterHead, beforeHead, beforeHtml, inHead, inTemplate } from './outer-rules.ts'
import { inSelect, inSelectInTable } from './select-rules.ts'
import { inCaption, inCell, inColumnGroup, inRow, inTable, inTableBody } from './table-rules.ts'

export const modes: Modes = {
  beforeHtml,
  beforeHead,
  inHead,
  afterHead,
  inBody,
  inTable,
  inCaption,
  inColumnGroup,
  inTableBody,
  inRow,
  inCell,
  inSelect,
  inSelectInTable,
  inTemplate,
  afterBody,
  inFrameset,
  afterFrameset,
}
