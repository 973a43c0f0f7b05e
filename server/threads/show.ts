import { fastEngine } from '../html/fast-engine.ts'
import { textOf } from '../html/markup.ts'
import { type ShownPage, showPage } from '../snapshot/show-page.ts'
import { markupOf } from './parse-page.ts'
import type { ShowTask } from './tasks.ts'

/** Renders a page for viewing. */
export const show = (task: ShowTask): ShownPage =>
  showPage(textOf(markupOf(task)), fastEngine, { most: task.most, url: task.url, resources: task.resources })
