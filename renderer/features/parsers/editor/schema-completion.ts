import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { KEY_GUIDE } from '../../../../server/parsers/schema/key-guide.ts'
import {
  ALLOWED_KEYS,
  KEYS,
  ROOT_KEYS,
  SOURCES,
  sourcesOf,
  TYPES,
} from '../../../../server/parsers/schema/keys.ts'
import { nameOf } from './schema-places.ts'

/** Completes the keys of rules and their values, from the tables of the parser language. */
export function completeSchema(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/"?[\w-]*"?/)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const node = syntaxTree(context.state).resolveInner(context.pos, -1)
  const key = valueKey(context.state, node, context.pos)
  const options = key ? valueCompletions(key) : keyCompletions(context.state, node)
  return options.length
    ? { from: word.from, to: word.to, options, filter: true, validFor: /^"?[\w-]*"?$/ }
    : null
}

/** Returns the key whose value is being edited; null while a key itself is edited. */
function valueKey(state: EditorState, node: SyntaxNode, pos: number): string | null {
  let property: SyntaxNode | null = node
  while (property && property.name !== 'Property')
    property = ['Object', 'Array'].includes(property.name) ? null : property.parent
  const key = property?.getChild('PropertyName')
  return key && pos > key.to ? nameOf(state, key) : null
}

function valueCompletions(key: string): Completion[] {
  const kind = KEY_GUIDE[key]?.value
  if (kind === 'type') return TYPES.map(type => ({ label: JSON.stringify(type), type: 'constant' }))
  if (kind === 'flag') return ['true', 'false'].map(label => ({ label, type: 'constant' }))
  return []
}

function keyCompletions(state: EditorState, node: SyntaxNode): Completion[] {
  const object = enclosingObject(node)
  if (!object) return []
  const presentKeys = object
    .getChildren('Property')
    .map(property => property.getChild('PropertyName'))
    .filter(name => name !== null)
    .filter(name => !(name.from <= node.from && node.to <= name.to))
    .map(name => nameOf(state, name))
  const keys: readonly string[] = kindOf(state, object) === 'root' ? ROOT_KEYS : ruleKeys(presentKeys)
  return kindOf(state, object) === 'other'
    ? []
    : keys.filter(key => !presentKeys.includes(key)).map(asCompletion)
}

function ruleKeys(presentKeys: string[]): string[] {
  const [source] = sourcesOf(Object.fromEntries(presentKeys.map(name => [name, null])))
  if (source) return ALLOWED_KEYS[source]
  return presentKeys.length ? KEYS : [...SOURCES, 'fields']
}

const INITIAL_VALUES: Record<string, string> = {
  text: '""',
  flag: 'true',
  type: '""',
  json: '',
  fields: '{}',
  rules: '[]',
}

const asCompletion = (key: string): Completion => ({
  label: JSON.stringify(key),
  detail: KEY_GUIDE[key]?.hint ?? '',
  type: 'property',
  apply: `${JSON.stringify(key)}: ${INITIAL_VALUES[KEY_GUIDE[key]?.value ?? 'json']}`,
})

function enclosingObject(node: SyntaxNode): SyntaxNode | null {
  for (let ancestor: SyntaxNode | null = node; ancestor; ancestor = ancestor.parent) {
    if (ancestor.name === 'Object') return ancestor
    if (ancestor.name === 'Array') return null
  }
  return null
}

/** Whether an object is the schema, a rule, or something else, such as a map of fields. */
function kindOf(state: EditorState, object: SyntaxNode): 'root' | 'rule' | 'other' {
  const parent = object.parent
  if (parent?.name === 'JsonText') return 'root'
  if (parent?.name === 'Array') return keyAbove(state, parent) === 'any' ? 'rule' : 'other'
  const map = parent?.parent
  return map && keyAbove(state, map) === 'fields' ? 'rule' : 'other'
}

function keyAbove(state: EditorState, node: SyntaxNode): string | null {
  const key = node.parent?.name === 'Property' ? node.parent.getChild('PropertyName') : null
  return key && nameOf(state, key)
}
