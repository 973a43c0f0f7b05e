import { AppError } from '../../errors.ts'
import type { DocumentNode, Selector } from '../../html/document.ts'
import { type LearningPage, learningEngine } from './learning-page.ts'

/** An element of a page: the first that a selector finds, or its number among all elements in document order, from 0. */
export type NodeName = { css: string } | { node: number }

/** Finds it. Throws AppError `invalid_input` where the page has no such element. */
export function nodeNamed({ html, elements }: LearningPage, name: NodeName): DocumentNode {
  const found = 'node' in name ? elements[name.node] : html.select(selectorOf(name.css), html.root, 1)[0]
  if (found !== undefined) return found
  const said = 'node' in name ? `the number ${name.node}` : JSON.stringify(name.css)
  throw new AppError('invalid_input', `The page has no element for ${said}.`, {
    hint: `It has ${elements.length} elements.`,
  })
}

/** Throws AppError `invalid_input` for text that is no selector. */
export function selectorOf(css: string): Selector {
  try {
    return learningEngine.compile(css)
  } catch (cause) {
    const facts = { hint: (cause as Error).message.slice(0, 200), cause }
    throw new AppError('invalid_input', `${JSON.stringify(css)} is no valid selector.`, facts)
  }
}
