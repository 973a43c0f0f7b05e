import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { nextRule, partOfNext, withPagingMethod } from '../paging/paginate.ts'
import { useSpotlightContext } from '../trace/use-spotlight.ts'
import { FieldForm } from './field-form.tsx'
import { focusPage, numbersAround } from './frame-tree.ts'
import {
  type FieldGroup,
  fieldGroups,
  fieldOfRule,
  fieldsAt,
  freeNameLike,
  rulePath,
  withFieldAt,
} from './land-field.ts'
import { ListForm } from './list-form.tsx'
import { PickHead } from './pick-head.tsx'
import classes from './picker.module.css'
import { type Picker, usePickingContext } from './use-picking.ts'

interface PickPanelOptions {
  page: OpenPage
  /** Undefined if the text is not valid JSON. */
  schema: Json | undefined
  /** Whether the schema is the example that a new parser starts with. */
  isExample: boolean
  onSchema: (schema: Json) => void
}

/** The initial reading of a link: its address, not its text. */
const LINK_EDITS = { read: '@href', type: '' }

/** The rule of the field that a new parser starts with. */
const EXAMPLE_RULE = rulePath(['title'])

const groupKey = ({ path }: FieldGroup) => path.join(' ')

/** The form for the chosen elements: a new field, or a new rule for an existing one. */
export function PickPanel({ page, schema: wholeSchema, isExample, onSchema }: PickPanelOptions) {
  const picking = usePickingContext()
  const { light: highlight, nodes } = useSpotlightContext()
  const { chosen, excluded, tree } = picking
  const [as, setAs] = useState<'list' | 'values'>('list')
  const [chosenGroup, setChosenGroup] = useState<string>()
  if (!tree || chosen.length === 0 || wholeSchema === undefined) return null

  // Otherwise a newcomer who picks the heading would have it twice.
  const replacesExample = isExample && readSame(picking, nodes.entries(EXAMPLE_RULE))
  const schema = replacesExample ? { fields: {} } : wholeSchema
  const targetField = fieldOfRule(schema, picking.target)
  const groups = fieldGroups(schema)
  const [pageGroup] = groups as [FieldGroup, ...FieldGroup[]]
  const surroundingGroup =
    groups.findLast(place => isInside(picking, nodes.entries(rulePath(place.path)))) ?? pageGroup
  const isList = chosen.length > 1 && as === 'list'
  const group =
    targetField?.place ??
    (isList ? pageGroup : (groups.find(one => groupKey(one) === chosenGroup) ?? surroundingGroup))
  const form = {
    page,
    name: targetField?.name,
    freeName: (name: string) => targetField?.name ?? freeNameLike(name, fieldsAt(schema, group.path)),
    onMatches: picking.light,
    onAdd(name: string, rule: Json) {
      onSchema(withFieldAt(schema, group.path, name, rule))
      picking.startOver()
      focusPage(tree)
      highlight({ rule: rulePath([...group.path, name]) })
    },
  }
  const key = chosen.join()
  const pagedPart = partOfNext(schema, picking.target)
  const nextPageForm = {
    ...form,
    name: 'the next page',
    start: LINK_EDITS,
    freeName: (name: string) => name,
    onAdd(_name: string, rule: Json) {
      if (pagedPart) onSchema(withPagingMethod(schema, pagedPart, { next: nextRule(rule) }))
      picking.startOver()
      focusPage(tree)
    },
  }
  return (
    <section
      className={classes.panel}
      aria-label={pagedPart ? 'Next page' : targetField ? `Rule of ${targetField.name}` : 'New field'}
      onKeyDown={({ key: pressed }) => {
        if (pressed !== 'Escape') return
        picking.startOver()
        focusPage(tree)
      }}
    >
      <PickHead picking={picking} as={as} onAs={setAs} />
      {!pagedPart && !targetField && !isList && groups.length > 1 && (
        <NativeSelect
          size="xs"
          label="Add to"
          value={groupKey(group)}
          onChange={event => setChosenGroup(event.currentTarget.value)}
          data={groups.map(one => ({ value: groupKey(one), label: one.path.join(' › ') || 'the page' }))}
        />
      )}
      {pagedPart ? (
        <FieldForm key={key} question={{ chosen, excluded, within: null }} {...nextPageForm} />
      ) : isList ? (
        <ListForm key={key} tree={tree} chosen={chosen} excluded={excluded} {...form} />
      ) : (
        <FieldForm key={key} question={{ chosen, excluded, within: group.css }} {...form} />
      )}
    </section>
  )
}

/** Whether the one chosen element is, or fills, an element that a rule reads. */
function readSame(picking: Picker, entries: readonly { nodes?: number[] }[]): boolean {
  const { chosen, tree } = picking
  const textOf = (number: number) => tree?.element(number)?.textContent?.trim()
  const readTexts = entries.flatMap(({ nodes = [] }) => nodes.map(textOf))
  return chosen.length === 1 && isInside(picking, entries) && readTexts.includes(textOf(chosen[0]!))
}

/** Whether all chosen elements lie inside elements that a rule reads. */
function isInside({ chosen, tree }: Picker, entries: readonly { nodes?: number[] }[]): boolean {
  const items = new Set(entries.flatMap(({ nodes = [] }) => nodes))
  return chosen.every(number => {
    const element = tree?.element(number)
    return element !== undefined && numbersAround(element).some(one => items.has(one))
  })
}
