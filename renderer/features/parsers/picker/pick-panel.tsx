import { ActionIcon, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldStep } from '../../../../server/parsers/field-path.ts'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import type { PageAtHand } from '../page-at-hand.ts'
import { useSpotlightHere } from '../trace/use-spotlight.ts'
import { FieldForm } from './field-form.tsx'
import { numbersAround, wordsOf } from './frame-tree.ts'
import { fieldsAt, freeNameLike, listsOf, withNewField } from './land-field.ts'
import { ListForm } from './list-form.tsx'
import classes from './picker.module.css'
import { type Picking, usePickingHere } from './use-picking.ts'

interface PickPanelOptions {
  page: PageAtHand
  /** Undefined where the text is no JSON. */
  schema: Json | undefined
  onSchema: (schema: Json) => void
}

/** What becomes of the elements that were chosen on the page. */
export function PickPanel({ page, schema, onSchema }: PickPanelOptions) {
  const picking = usePickingHere()
  const { light: spot, nodes } = useSpotlightHere()
  const { chosen, excluded, tree } = picking
  const [as, setAs] = useState<'list' | 'values'>('list')
  const [wanted, setWanted] = useState<string>()
  const lists = listsOf(schema)
  const around = lists.find(({ name }) => isInside(picking, nodes.entries(ruleOfField(name))))
  const list = lists.find(({ name }) => name === wanted) ?? (wanted === undefined ? around : undefined)
  if (!tree || chosen.length === 0 || schema === undefined) return null

  const isList = chosen.length > 1 && as === 'list'
  const into = isList ? null : (list?.name ?? null)
  const form = {
    page,
    freeName: (name: string) => freeNameLike(name, fieldsAt(schema, into)),
    onMatches: picking.light,
    onAdd(name: string, rule: Json) {
      onSchema(withNewField(schema, into, name, rule))
      picking.startOver()
      spot({ rule: into === null ? ruleOfField(name) : `${ruleOfField(into)}.fields${fieldStep(name)}` })
    },
  }
  const key = chosen.join()
  return (
    <section className={classes.panel} aria-label="New field">
      <div className={classes.line} style={{ flexWrap: 'nowrap', alignItems: 'center' }}>
        <span className={`${classes.said} ${classes.grow}`}>{headOf(picking)}</span>
        {chosen.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="What becomes of them"
            value={as}
            onChange={value => setAs(value as typeof as)}
            data={[
              { value: 'list', label: 'Items' },
              { value: 'values', label: 'Values' },
            ]}
          />
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Start over"
          title="Start over (Esc)"
          onClick={picking.startOver}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {!isList && lists.length > 0 && (
        <NativeSelect
          size="xs"
          label="Into"
          value={into ?? ''}
          onChange={event => setWanted(event.currentTarget.value)}
          data={[
            { value: '', label: 'the page' },
            ...lists.map(({ name }) => ({ value: name, label: `each of ${name}` })),
          ]}
        />
      )}
      {isList ? (
        <ListForm key={key} tree={tree} chosen={chosen} excluded={excluded} {...form} />
      ) : (
        <FieldForm key={key} question={{ chosen, excluded, within: list?.css ?? null }} {...form} />
      )}
    </section>
  )
}

const ruleOfField = (name: string) => `schema.fields${fieldStep(name)}`

function headOf({ chosen, excluded, tree }: Picking): string {
  const first = tree?.element(chosen[0]!)
  const said = chosen.length > 1 ? `${chosen.length} chosen` : first ? wordsOf(first) : ''
  return excluded.length > 0 ? `${said}, ${excluded.length} must not match` : said
}

/** Whether all that was chosen lies in elements that a list reads. */
function isInside({ chosen, tree }: Picking, entries: readonly { nodes?: number[] }[]): boolean {
  const items = new Set(entries.flatMap(({ nodes = [] }) => nodes))
  return chosen.every(number => {
    const element = tree?.element(number)
    return element !== undefined && numbersAround(element).some(one => items.has(one))
  })
}
