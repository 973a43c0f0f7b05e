import type { Modes } from './build.ts'
import { afterBody, afterHead } from './rules/after-rules.ts'
import { beforeHead, beforeHtml, inHead } from './rules/before-rules.ts'
import { inBody } from './rules/body-rules.ts'
import { inCaption, inCell } from './rules/cell-rules.ts'
import { inColumnGroup } from './rules/column-rules.ts'
import { afterFrameset, inFrameset } from './rules/frame-rules.ts'
import { inRow, inTableBody } from './rules/row-rules.ts'
import { inSelect, inSelectInTable } from './rules/select-rules.ts'
import { inTable } from './rules/table-rules.ts'
import { inTemplate } from './rules/template-rules.ts'

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
