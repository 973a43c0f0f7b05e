import { once } from '../../../../server/base/once.ts'
import { fieldsOf, formatPath, plainName } from '../../../../server/parsers/infer/network-offers.ts'
import { EVERY, type PathStep, parsePath } from '../../../../server/parsers/json/json-path.ts'
import type { Json, JsonObject, RuleObject } from '../../../../server/parsers/parser-schema.ts'
import { counted } from '../../../ui/counted.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { shorten, type TreeNode, type TreeOffer } from './tree-node.ts'

type Steps = readonly (string | number)[]

/** How many items of a list are inspected for its fields. */
const MAX_INSPECTED_ITEMS = 20

/** Creates the tree of a page of JSON. */
export const jsonTree = (page: Json): TreeNode => nodeOf(page, page, [], null)

function nodeOf(page: Json, value: Json, steps: Steps, parent: TreeNode | null): TreeNode {
  const node: TreeNode = {
    id: `$${formatPath(steps)}`,
    label: labelOf(steps.at(-1)),
    value: summaryOf(value),
    parent,
    children: once(() =>
      entriesOf(value).map(([step, inner]) => nodeOf(page, inner, [...steps, step], node)),
    ),
    offers: () => offersAt(page, value, steps),
    inside: list => offerInside(list, value, steps),
  }
  return node
}

const labelOf = (step: string | number | undefined) =>
  step === undefined ? 'page' : typeof step === 'number' ? `[${step}]` : step

function summaryOf(value: Json): string {
  if (Array.isArray(value)) return counted(value.length, 'item')
  if (isRecord(value)) return counted(Object.keys(value).length, 'key')
  return shorten(JSON.stringify(value))
}

function entriesOf(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item])
  return isRecord(value) ? Object.entries(value) : []
}

function offersAt(page: Json, value: Json, steps: Steps): TreeOffer[] {
  const list = listOffer(page, steps)
  const own = ownOffers(value, steps)
  const all = allOffer(steps)
  const isList = Array.isArray(value)
  return [
    ...(isList && list ? [list] : []),
    ...own,
    ...(all ? [all] : []),
    ...(!isList && list ? [list] : []),
  ]
}

/** The rule for the value itself; for an object, also the rule for its values. */
function ownOffers(value: Json, steps: Steps): TreeOffer[] {
  const rule = { json: formatPath(steps) }
  const name = nameOf(steps)
  const fields = isRecord(value) ? fieldsOf([value]) : {}
  const isPlain = typeof value !== 'object' || value === null
  return [
    ...(Object.keys(fields).length > 0
      ? [{ what: 'this object, with its values as fields', name, rule: { ...rule, fields } }]
      : []),
    { what: isPlain ? 'this value' : 'all of it, as it is', name, rule },
  ]
}

/** The rule for the same path in every item of the surrounding lists. */
function allOffer(steps: Steps): TreeOffer | null {
  if (!steps.some(isIndex)) return null
  const pattern: PathStep[] = steps.map(step => (isIndex(step) ? EVERY : step))
  return {
    what: 'this value of every item',
    name: nameOf(steps),
    rule: { json: formatPath(pattern), all: true },
  }
}

/** The rule for the nearest list of objects that contains the node, or that the node is. */
function listOffer(page: Json, steps: Steps): TreeOffer | null {
  for (let length = steps.length; length >= 0; length--) {
    const path = steps.slice(0, length)
    const list = valueAt(page, path)
    const items = Array.isArray(list) ? list.filter(isRecord) : []
    if (items.length === 0 || path.some(isIndex)) continue
    const fields = fieldsOf(items.slice(0, MAX_INSPECTED_ITEMS))
    if (Object.keys(fields).length === 0) continue
    const what = `the list of ${counted(items.length, 'object')}, with their values as fields`
    return { what, name: nameOf(path, 'items'), rule: { json: formatPath(path), all: true, fields } }
  }
  return null
}

/** The rule for the node inside the items of a list that the schema reads. */
function offerInside({ json, all }: RuleObject, value: Json, steps: Steps): TreeOffer | null {
  const path = typeof json === 'string' && all ? parsePath(json) : null
  const rest = path && steps.slice(path.length)
  if (!rest || !path.every((step, at) => step === steps[at]) || !isIndex(rest[0])) return null
  const [, ...inner] = rest
  const [offer] = ownOffers(value, inner).slice(-1)
  return { ...offer!, name: nameOf(steps), what: 'this value of each item' }
}

const isIndex = (step: PathStep | undefined): step is number => typeof step === 'number'

function valueAt(page: Json, steps: Steps): Json | undefined {
  let value: Json | undefined = page
  for (const step of steps)
    value = (value as Json[] & JsonObject)[step as keyof (Json[] & JsonObject)] as Json
  return value
}

function nameOf(steps: Steps, fallback = 'value'): string {
  const key = steps.findLast(step => typeof step === 'string')
  return key === undefined ? fallback : plainName(String(key))
}
