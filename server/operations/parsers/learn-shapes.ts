import { z } from 'zod'
import { groupDigits } from '../../base/counted.ts'
import type { Json, RuleObject } from '../../parsers/parser-schema.ts'
import { MAX_RULES } from '../../parsers/schema/bounds.ts'
import { savedSchema } from './body.ts'
import { fetchOptions } from './fetch.ts'

const scalar = z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()])

/** Wanted values by field, as a person reads them on the page. */
const wantedValues = z
  .record(z.string().trim().min(1).max(100), z.union([scalar, z.array(scalar).max(200)]) as z.ZodType<Json>)
  .refine(
    values => Object.keys(values).length <= MAX_RULES,
    `must have at most ${groupDigits(MAX_RULES)} fields`,
  )
  .meta({ maxProperties: MAX_RULES })

const nodeKeys = {
  css: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('A selector; the first match counts.')
    .meta({ title: 'CSS selector' }),
  node: z
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .describe('Its place among all elements of the page, from 0: as `querySelectorAll("*")`.')
    .meta({ title: 'Element number' }),
}

/** Adds an issue unless exactly one key is given. */
function exactlyOne(value: Record<string, unknown>, context: z.RefinementCtx): void {
  const given = Object.values(value).filter(one => one !== undefined)
  if (given.length !== 1) context.addIssue({ code: 'custom', message: 'Give exactly one of its keys.' })
}

/** An element, by a selector or by its number. */
const nodeField = z.strictObject(nodeKeys).superRefine(exactlyOne)

const item = z
  .strictObject({
    ...nodeKeys,
    values: wantedValues.optional().describe('Values of one item, by field.').meta({ title: 'Values' }),
  })
  .superRefine(exactlyOne)

const inferPage = z
  .strictObject({
    html: z
      .string()
      .min(1)
      .optional()
      .describe('The page itself, 16 MB at most.')
      .meta({ title: 'Page HTML' }),
    url: z
      .string()
      .min(1)
      .max(8_192)
      .optional()
      .describe('Address of the page; beside `html`, what its links are relative to, and nothing is fetched.')
      .meta({ title: 'Page address' }),
    values: wantedValues
      .default({})
      .describe(
        'What is wanted, by field: a text as the page shows it, a number, a list of them, or null where the page has none.',
      )
      .meta({ title: 'Wanted values' }),
    items: z
      .array(item)
      .max(20)
      .default([])
      .describe('Two or more items of the list on the page, each an element that was clicked or its values.')
      .meta({ title: 'Items of the list' }),
  })
  .superRefine(({ html, url, values, items }, context) => {
    const refuse = (path: string, message: string, hint: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { hint } })
    if (html === undefined && url === undefined)
      refuse('html', 'Give `html` or `url`.', 'html: the page itself; url: its address.')
    if (Object.keys(values).length === 0 && items.length === 0)
      refuse('values', 'Say what is wanted of the page.', '`values` for single fields, `items` for a list.')
    if (items.length === 1)
      refuse('items', 'One item does not show what items have in common.', 'Give two or more of them.')
  })

export const inferInput = z
  .strictObject({
    pages: z
      .array(inferPage)
      .min(1)
      .max(20)
      .describe('Pages of one kind; two or more teach what they have in common.')
      .meta({ title: 'Pages' }),
    list: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .default('items')
      .describe('Name of the field for the list.')
      .meta({ title: 'Name of the list' }),
    fetch: fetchOptions,
  })
  .superRefine(({ pages, list }, context) => {
    const isTaken = pages.some(({ values }) => Object.hasOwn(values, list))
    if (isTaken && pages.some(({ items }) => items.length > 0))
      context.addIssue({
        code: 'custom',
        path: ['list'],
        message: `There is a field called ${JSON.stringify(list)} besides the list.`,
        params: { hint: 'Give the list another name by `list`, or the field one in `values`.' },
      })
  })

const rule = z.custom<RuleObject>().meta({ type: 'object' })
const reasons = z.array(z.string())
const score = z.number().describe('0 to 1: how well it will hold.')

const candidate = z.object({ rule, score, reasons })

export const inferOutput = z.object({
  schema: savedSchema.nullable().describe('Ready to be saved; null where nothing was found.'),
  fields: z.array(
    z.object({
      name: z.string().describe('`items.price` for a field of the list.'),
      layout: z.int().optional().describe('For which of the rules of a list whose pages differ.'),
      rule: rule.nullable(),
      type: z.string(),
      score,
      reasons,
      alternatives: z.array(candidate),
    }),
  ),
  missing: z.array(
    z.object({
      field: z.string(),
      page: z.int().describe('Which page, from 0.'),
      wanted: z.unknown(),
      reason: z.string(),
      nearest: z.string().nullable().describe('The text of the page that is most like it.'),
    }),
  ),
  counts: z
    .array(z.object({ page: z.int(), items: z.int() }))
    .describe('How many items the list has on each page with examples.'),
})

export const selectorsInput = z.strictObject({
  html: z.string().min(1).describe('The page itself, 16 MB at most.').meta({ title: 'Page HTML' }),
  url: z
    .string()
    .max(8_192)
    .optional()
    .describe('Its address, which its links are relative to.')
    .meta({ title: 'Page address' }),
  node: nodeField.describe('The element that was chosen.').meta({ title: 'Element' }),
  also: z
    .array(nodeField)
    .max(50)
    .default([])
    .describe('Elements that the selector has to find, too.')
    .meta({ title: 'Elements to find as well' }),
  not: z
    .array(nodeField)
    .max(50)
    .default([])
    .describe('Elements that it must not find.')
    .meta({ title: 'Elements to leave out' }),
  within: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('Selector of the items of a list: selectors are then those inside an item.')
    .meta({ title: 'Selector of the items' }),
})

export const selectorsOutput = z.object({
  number: z.int().describe('Number of the element among all of the page.'),
  tag: z.string(),
  text: z.string(),
  name: z.string().describe('A name for a field of it.'),
  type: z.string().describe('What its text may be.'),
  readings: z
    .array(z.object({ read: z.string(), value: z.string() }))
    .describe('How it can be read, and what that gives.'),
  selectors: z.array(
    z.object({
      css: z.string(),
      score,
      reasons,
      matches: z.int().describe('How many elements it finds; with `within`, how many items have one.'),
      nodes: z.array(z.int()).describe('Numbers of the first of them.'),
    }),
  ),
  rules: z
    .array(candidate.extend({ value: z.unknown() }))
    .describe('Rules that find its text, data of the page first.'),
})
