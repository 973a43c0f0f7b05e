import type { z } from 'zod'
import { fieldPath } from '../../base/fields/field-path.ts'
import { ISSUE_OPTIONS, issueHint, issueText } from '../../base/fields/issue-text.ts'
import { didYouMean } from '../../base/fields/nearest-name.ts'
import { ONLY_LISTS } from '../../prebuilt/collect-list.ts'
import type { WorkflowNode } from '../../store/workflows/workflows.ts'
import { expressionFields } from '../expressions/expression-field.ts'
import { holdsTemplate } from '../expressions/expressions.ts'
import type { NodeOperation, NodeOperations } from '../node-type.ts'
import { nodeType } from '../node-types/index.ts'
import { type GraphFault, MAX_FAULTS } from './graph-fault.ts'

/**
 * Returns the faults of a node's config, by its own schema and by that of the operation it calls. A template may stand for
 * any value.
 */
export function checkConfig(node: WorkflowNode, path: string, operations: NodeOperations): GraphFault[] {
  const type = nodeType(node.type)
  if (!type) return []
  const field = `${path}.config`
  const faults = [
    ...schemaFaults(type.config, node.config, field),
    ...emptyExpressions(type.config, node.config, field),
  ]
  return node.type === 'operation' && !faults.length ? checkCall(node, field, operations) : faults
}

function checkCall({ config }: WorkflowNode, field: string, operations: NodeOperations): GraphFault[] {
  const operation = operations.get(config.operation as string)
  if (operation)
    return [
      ...inputFaults(operation, config.input, `${field}.input`),
      ...listFaults(operation, config.max_pages, `${field}.max_pages`),
    ]
  return [
    {
      field: `${field}.operation`,
      error: `There is no operation \`${config.operation}\` for workflows.`,
      hint: didYouMean(
        String(config.operation),
        [...operations.keys()],
        `Operations: ${[...operations.keys()].join(', ')}.`,
      ),
    },
  ]
}

function listFaults({ paging }: NodeOperation, maxPages: unknown, field: string): GraphFault[] {
  if (paging || maxPages === undefined) return []
  return [{ field, error: ONLY_LISTS, hint: 'Leave it out.' }]
}

/** Returns the faults of the input of a call. One expression cannot give all of it: which fields there are must be known. */
function inputFaults(operation: NodeOperation, input: unknown, field: string): GraphFault[] {
  if (!holdsTemplate(input)) return callFaults(operation, (input ?? {}) as Record<string, unknown>, field)
  return [
    {
      field,
      error: '`input` must be an object, and this is a text.',
      hint: 'Write an expression for each of its fields, such as `{"url": "{{ item.url }}"}`.',
    },
  ]
}

/** Nodes give files as text. */
function callFaults(
  { input, files = {} }: NodeOperation,
  values: Record<string, unknown>,
  field: string,
): GraphFault[] {
  const names = Object.keys(files)
  const missing = names.filter(name => typeof values[name] !== 'string')
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
  return [
    ...schemaFaults(input, others, field).filter(
      fault => !names.some(name => fault.field === `${field}.${name}`),
    ),
    ...missing.map(name => ({
      field: `${field}.${name}`,
      error: name in values ? `\`${name}\` must be a string.` : `\`${name}\` is missing.`,
      hint: 'Give its text, such as `{{ item.body }}`.',
    })),
  ]
}

/** Returns unknown fields first: they may be missing ones that are misspelt. */
function schemaFaults(schema: z.ZodObject, values: object, field: string): GraphFault[] {
  const parsed = schema.safeParse(values, ISSUE_OPTIONS)
  const free = new Set(expressionFields(schema))
  return (parsed.error?.issues ?? [])
    .filter(issue => isCertain(issue, values) && !free.has(String(issue.path[0])))
    .toSorted((a, b) => Number(isUnknownField(b)) - Number(isUnknownField(a)))
    .flatMap(issue => faultsOf(schema, issue, field))
}

const isUnknownField = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys'

function faultsOf(schema: z.ZodObject, issue: z.core.$ZodIssue, field: string): GraphFault[] {
  const inner = fieldPath(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_FAULTS).map(key => ({
      field: [field, inner, key].filter(Boolean).join('.'),
      error: `There is no field \`${key}\`.`,
      hint: inner ? undefined : fieldHint(key, Object.keys(schema.shape)),
    }))
  const hint = issueHint(issue) ?? schema.shape[String(issue.path[0])]?.description
  return [{ field: inner ? `${field}.${inner}` : field, error: issueText(issue), hint }]
}

const fieldHint = (key: string, names: readonly string[]) =>
  didYouMean(key, names, names.length ? `Fields: ${names.join(', ')}.` : 'This node has no settings.')

/** Returns a fault for each required expression that is missing. */
const emptyExpressions = (
  schema: z.ZodObject,
  values: Record<string, unknown>,
  field: string,
): GraphFault[] =>
  expressionFields(schema)
    .filter(name => (name in values ? !isText(values[name]) : schema.shape[name].def.type !== 'optional'))
    .map(name => ({
      field: `${field}.${name}`,
      error: name in values ? `\`${name}\` is not an expression.` : `\`${name}\` is missing.`,
      hint: schema.shape[name]?.description,
    }))

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** Whether an issue remains whatever values the templates have. */
const isCertain = ({ code, path }: z.core.$ZodIssue, values: object) =>
  OF_NAMES.has(code) || !holdsTemplates(valueAt(values, path))

/** Issues with names of fields, which are never templates. */
const OF_NAMES: ReadonlySet<string | undefined> = new Set(['unrecognized_keys', 'invalid_key'])

/** Whether a value contains a template, so that it is unknown until the node runs. */
const holdsTemplates = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsTemplates)
    : holdsTemplate(value)

/** Returns the value at a path; undefined if there is none. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, step) => (part as Record<PropertyKey, unknown> | undefined)?.[step], value)
