import { fastEngine } from '../html/fast-engine.ts'
import { inferParser } from '../parsers/infer/infer-parser.ts'
import { openPage } from '../parsers/infer/learning-page.ts'
import { lintSchema } from '../parsers/infer/lint-schema.ts'
import { pickNode } from '../parsers/infer/pick-node.ts'
import type { PageInput } from '../parsers/page-view.ts'
import { showPage } from '../parsers/show-page.ts'
import type { InferTask, LintTask, PageBytes, PickTask, ShowTask } from './extraction.ts'
import { textOf } from './parse-page.ts'

const pageOf = (page: PageBytes): PageInput => ({ text: textOf(page), ...(page.url && { url: page.url }) })

/** Learns a schema from pages, in the thread at hand. */
export const infer = ({ pages, list }: InferTask) =>
  inferParser(
    pages.map(({ values, items, ...page }) => ({ page: pageOf(page), values, items })),
    list,
  )

/** Names what was chosen on a page. */
export const pick = (task: PickTask) => pickNode(openPage(pageOf(task)), task.pick)

/** Looks for the brittle selectors of a schema. */
export const lint = ({ schema, ...page }: LintTask) => lintSchema(schema, openPage(pageOf(page)))

/** The page to look at. */
export const show = (task: ShowTask) => showPage(textOf(task), fastEngine, task.most)
