import { TAG } from '../../tree/names.ts'
import { goOn, type ModeName, type Rule, startTag } from '../build.ts'
import { createMode, ignore } from '../mode.ts'
import { inBody } from './body-rules.ts'
import { headRows, templateEnd } from './head-rules.ts'

/** The first tag in a template shows what its content is. */
const startsContent =
  (mode: ModeName): Rule =>
  build => {
    build.templates[build.templates.length - 1] = build.modes[mode]
    goOn(build, mode, startTag)
  }

export const inTemplate = createMode({
  start: [
    ...headRows,
    [[TAG.CAPTION, TAG.COLGROUP, TAG.TBODY, TAG.TFOOT, TAG.THEAD], startsContent('inTable')],
    [[TAG.COL], startsContent('inColumnGroup')],
    [[TAG.TR], startsContent('inTableBody')],
    [[TAG.TD, TAG.TH], startsContent('inRow')],
  ],
  otherStart: startsContent('inBody'),
  end: [templateEnd],
  otherEnd: ignore,
  text: inBody.text,
})
