import type { Json } from '../../../server/parsers/parser-schema.ts'

const WIDTH = 64

/** JSON as people write it: what is short stays on one line. Gives back exactly the value when it is read. */
export function formatJson(value: Json, indent = ''): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || line.length + indent.length <= WIDTH) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map(item => formatJson(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.map(item => inner + item).join(',\n')}\n${indent}${close}`
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`)
  return members.length ? `{ ${members.join(', ')} }` : '{}'
}

/** A schema as text: its fields begin lines of their own, however few they are. */
export function formatSchema(schema: Json): string {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return formatJson(schema)
  const members = Object.entries(schema).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${memberText(value)}`,
  )
  return `{\n${members.join(',\n')}\n}\n`
}

function memberText(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return formatJson(value, '  ')
  const fields = Object.entries(value).map(
    ([name, rule]) => `    ${JSON.stringify(name)}: ${formatJson(rule, '    ')}`,
  )
  return fields.length ? `{\n${fields.join(',\n')}\n  }` : '{}'
}

/** A text as JSON; undefined where it is none. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
