import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { nextRule, partOfNext, withWay } from '../paging/paginate.ts'
import { useSpotlightHere } from '../trace/use-spotlight.ts'
import { FieldForm } from './field-form.tsx'
import { focusPage, numbersAround } from './frame-tree.ts'
import {
  type FieldsPlace,
  fieldOfRule,
  fieldsAt,
  freeNameLike,
  placesOf,
  rulePath,
  withFieldAt,
} from './land-field.ts'
import { ListForm } from './list-form.tsx'
import { PickHead } from './pick-head.tsx'
import classes from './picker.module.css'
import { type Picking, usePickingHere } from './use-picking.ts'

interface PickPanelOptions {
  page: OpenPage
  /** Undefined if the text is not valid JSON. */
  schema: Json | undefined
  onSchema: (schema: Json) => void
}

/** The initial reading of a link: its address, not its text. */
const LINK = { read: '@href', type: '' }

const keyOf = ({ path }: FieldsPlace) => path.join(' ')

/** The form for the chosen elements: a new field, or a new rule for an existing one. */
export function PickPanel({ page, schema, onSchema }: PickPanelOptions) {
  const picking = usePickingHere()
  const { light: spot, nodes } = useSpotlightHere()
  const { chosen, excluded, tree } = picking
  const [as, setAs] = useState<'list' | 'values'>('list')
  const [wanted, setWanted] = useState<string>()
  if (!tree || chosen.length === 0 || schema === undefined) return null

  const aim = fieldOfRule(schema, picking.target)
  const places = placesOf(schema)
  const [whole] = places as [FieldsPlace, ...FieldsPlace[]]
  const around = places.findLast(place => isInside(picking, nodes.entries(rulePath(place.path)))) ?? whole
  const isList = chosen.length > 1 && as === 'list'
  const place = aim?.place ?? (isList ? whole : (places.find(one => keyOf(one) === wanted) ?? around))
  const form = {
    page,
    name: aim?.name,
    freeName: (name: string) => aim?.name ?? freeNameLike(name, fieldsAt(schema, place.path)),
    onMatches: picking.light,
    onAdd(name: string, rule: Json) {
      onSchema(withFieldAt(schema, place.path, name, rule))
      picking.startOver()
      focusPage(tree)
      spot({ rule: rulePath([...place.path, name]) })
    },
  }
  const key = chosen.join()
  const paged = partOfNext(schema, picking.target)
  const nextPage = {
    ...form,
    name: 'the next page',
    start: LINK,
    freeName: (name: string) => name,
    onAdd(_name: string, rule: Json) {
      if (paged) onSchema(withWay(schema, paged, { next: nextRule(rule) }))
      picking.startOver()
      focusPage(tree)
    },
  }
  return (
    <section
      className={classes.panel}
      aria-label={paged ? 'Next page' : aim ? `Rule of ${aim.name}` : 'New field'}
      onKeyDown={({ key: pressed }) => {
        if (pressed !== 'Escape') return
        picking.startOver()
        focusPage(tree)
      }}
    >
      <PickHead picking={picking} as={as} onAs={setAs} />
      {!paged && !aim && !isList && places.length > 1 && (
        <NativeSelect
          size="xs"
          label="Add to"
          value={keyOf(place)}
          onChange={event => setWanted(event.currentTarget.value)}
          data={places.map(one => ({ value: keyOf(one), label: one.path.join(' › ') || 'the page' }))}
        />
      )}
      {paged ? (
        <FieldForm key={key} question={{ chosen, excluded, within: null }} {...nextPage} />
      ) : isList ? (
        <ListForm key={key} tree={tree} chosen={chosen} excluded={excluded} {...form} />
      ) : (
        <FieldForm key={key} question={{ chosen, excluded, within: place.css }} {...form} />
      )}
    </section>
  )
}

/** Whether all chosen elements lie inside elements that a rule reads. */
function isInside({ chosen, tree }: Picking, entries: readonly { nodes?: number[] }[]): boolean {
  const items = new Set(entries.flatMap(({ nodes = [] }) => nodes))
  return chosen.every(number => {
    const element = tree?.element(number)
    return element !== undefined && numbersAround(element).some(one => items.has(one))
  })
}
