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
export function schemaPlaces(state: EditorState): Map<string, Span> {
  const places = new Map<string, Span>()
  const root = syntaxTree(state).topNode.firstChild
  if (root) noteRule(state, root, 'schema', { from: root.from, to: root.from + 1 }, places)
  return places
}

function noteRule(state: EditorState, node: SyntaxNode, path: string, span: Span, places: Map<string, Span>) {
  places.set(path, span)
  for (const { name, key, value } of members(state, node)) {
    if (name === 'fields')
      for (const field of members(state, value))
        noteRule(state, field.value, `${path}.fields${fieldStep(field.name)}`, field.key, places)
    if (name === 'any')
      for (const [index, choice] of items(value).entries())
        noteRule(state, choice, `${path}.any[${index}]`, choice.name === 'Object' ? key : choice, places)
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
