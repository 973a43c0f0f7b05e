import { afterBody, afterHead } from './after-rules.ts'
import { beforeHead, beforeHtml, inHead } from './before-rules.ts'
import { inBody } from './body-rules.ts'
import type { Modes } from './build.ts'
import { inCaption, inCell } from './cell-rules.ts'
import { inColumnGroup } from './column-rules.ts'
import { afterFrameset, inFrameset } from './frame-rules.ts'
import { inRow, inTableBody } from './row-rules.ts'
import { inSelect, inSelectInTable } from './select-rules.ts'
import { inTable } from './table-rules.ts'
import { inTemplate } from './template-rules.ts'

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
