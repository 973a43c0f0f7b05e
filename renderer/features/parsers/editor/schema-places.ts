import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { fieldStep } from '../../../../server/parsers/field-path.ts'

/** A range of a text. */
export interface Span {
  from: number
  to: number
}

/** Finds the range of each rule in the text of a schema, by the path that problems name: `schema.fields.price`. */
export function schemaSpans(state: EditorState): Map<string, Span> {
  const spans = new Map<string, Span>()
  const root = syntaxTree(state).topNode.firstChild
  if (root) addRuleSpans(state, root, 'schema', { from: root.from, to: root.from + 1 }, spans)
  return spans
}

function addRuleSpans(
  state: EditorState,
  node: SyntaxNode,
  path: string,
  span: Span,
  spans: Map<string, Span>,
) {
  spans.set(path, span)
  for (const { name, key, value } of members(state, node)) {
    if (name === 'fields')
      for (const field of members(state, value))
        addRuleSpans(state, field.value, `${path}.fields${fieldStep(field.name)}`, field.key, spans)
    if (name === 'any')
      for (const [index, choice] of items(value).entries())
        addRuleSpans(state, choice, `${path}.any[${index}]`, choice.name === 'Object' ? key : choice, spans)
  }
}

interface Member {
  name: string
  key: SyntaxNode
  value: SyntaxNode
}

function members(state: EditorState, node: SyntaxNode): Member[] {
  if (node.name !== 'Object') return []
  return node.getChildren('Property').flatMap(property => {
    const key = property.getChild('PropertyName')
    const value = property.lastChild
    return key && value && value !== key ? [{ name: nameOf(state, key), key, value }] : []
  })
}

const items = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!['[', ']', ','].includes(child.name) && child.name !== '⚠') found.push(child)
  return found
}

/** Returns the name of a property without its quotes. */
export function nameOf(state: EditorState, key: SyntaxNode): string {
  const text = state.sliceDoc(key.from, key.to)
  try {
    return JSON.parse(text)
  } catch {
    return text.replaceAll('"', '')
  }
}
