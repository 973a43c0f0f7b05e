import type { Json, ParserSchema } from '../../../server/parsers/parser-schema.ts'
import { readJson } from '../../lib/read-json.ts'

const MAX_LINE_LENGTH = 64

/** Formats JSON with short values on a single line. Parsing the result returns the same value. */
export function formatJson(value: Json, indent = ''): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || line.length + indent.length <= MAX_LINE_LENGTH)
    return line
  const innerIndent = `${indent}  `
  const items = Array.isArray(value)
    ? value.map(item => formatJson(item, innerIndent))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, innerIndent)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.map(item => innerIndent + item).join(',\n')}\n${indent}${close}`
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`)
  return members.length ? `{ ${members.join(', ')} }` : '{}'
}

/** Formats a schema with each field on a line of its own. */
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

/** Returns the schema to send. Text that is not valid JSON is sent unchanged, so that the service reports the problem. */
export const schemaOf = (text: string): ParserSchema => (readJson(text) ?? text) as unknown as ParserSchema
