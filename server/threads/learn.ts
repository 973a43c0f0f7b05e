import { inferParser } from '../parsers/infer/infer-parser.ts'
import { lintSchema } from '../parsers/infer/lint-schema.ts'
import { offerNextPages } from '../parsers/infer/next-pages.ts'
import { openPage } from '../parsers/infer/page/learning-page.ts'
import { pickNode } from '../parsers/infer/pick-node.ts'
import type { PageInput } from '../parsers/page-view.ts'
import { markupOf } from './parse-page.ts'
import type { InferTask, LintTask, NextPagesTask, PageBytes, PickTask } from './tasks.ts'

const pageOf = (page: PageBytes): PageInput => ({ text: markupOf(page), ...(page.url && { url: page.url }) })

export const infer = ({ pages, list }: InferTask) =>
  inferParser(
    pages.map(({ values, items, ...page }) => ({ page: pageOf(page), values, items })),
    list,
  )

export const pick = (task: PickTask) => pickNode(openPage(pageOf(task)), task.pick)

export const nextPages = (task: NextPagesTask) => offerNextPages(openPage(pageOf(task)))

export const lint = ({ schema, ...page }: LintTask) => lintSchema(schema, openPage(pageOf(page)))
