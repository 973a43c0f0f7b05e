import { AppError } from '../../../base/errors.ts'
import type { DocumentNode, Selector } from '../../../html/document.ts'
import { type LearningPage, learningEngine } from './learning-page.ts'

/** An element of a page: the first match of a selector, or its number among all elements in document order, from 0. */
export interface NodeReference {
  css?: string | undefined
  node?: number | undefined
}

/** Finds the element that a field of the request names. Throws AppError `invalid_input` if the page has no such element. */
export function findNode(
  { html, elements }: LearningPage,
  { css = '', node }: NodeReference,
  field: string,
): DocumentNode {
  const found = node === undefined ? html.select(selectorOf(css, field), html.root, 1)[0] : elements[node]
  if (found !== undefined) return found
  const description = node === undefined ? JSON.stringify(css) : `the number ${node}`
  throw new AppError('invalid_input', `The page has no element for ${description}.`, {
    field,
    hint: `It has ${elements.length} elements.`,
  })
}

/** Compiles a selector. Throws AppError `invalid_input` if the text is not a selector. */
export function selectorOf(css: string, field: string): Selector {
  try {
    return learningEngine.compile(css)
  } catch (cause) {
    const facts = { field, hint: (cause as Error).message.slice(0, 200), cause }
    throw new AppError('invalid_input', `${JSON.stringify(css)} is not a valid selector.`, facts)
  }
}
