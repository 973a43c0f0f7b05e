import { ActionIcon, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Json, JsonObject, RuleObject } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { previewQuery } from '../picker/api.ts'
import { Outcome } from '../picker/field-form.tsx'
import { fieldsAt, freeNameLike, rulePath, withFieldAt } from '../picker/land-field.ts'
import { wordsOfRule } from '../picker/offers.ts'
import classes from '../picker/picker.module.css'
import { withType } from '../picker/rule-type.ts'
import { TypeOptions } from '../picker/type-select.tsx'
import { usePickingHere } from '../picker/use-picking.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { useSpotlightHere } from '../trace/use-spotlight.ts'
import type { TreeNode, TreeOffer } from './tree-node.ts'

interface PlacePanelOptions {
  page: OpenPage
  /** Undefined if the text is not valid JSON. */
  schema: Json | undefined
  onSchema: (schema: Json) => void
}

/** The target of a new field: the page, or the items of a list of the schema. */
interface Goal {
  path: readonly string[]
  /** The rule of the list; null for the page. */
  list: JsonObject | null
  offers: readonly TreeOffer[]
}

/** The form of a new field for the chosen node of a page of JSON or XML. */
export function PlacePanel({ page, schema, onSchema }: PlacePanelOptions) {
  const { place, startOver } = usePickingHere()
  const { light } = useSpotlightHere()
  if (!place || schema === undefined) return null
  const add = ({ path }: Goal, name: string, rule: Json) => {
    onSchema(withFieldAt(schema, path, name, rule))
    startOver()
    light({ rule: rulePath([...path, name]) })
  }
  return (
    <section
      className={classes.panel}
      aria-label="New field"
      onKeyDown={({ key }) => {
        if (key === 'Escape') startOver()
      }}
    >
      <div className={classes.line} style={{ flexWrap: 'nowrap', alignItems: 'center' }}>
        <span className={`${classes.said} ${classes.grow}`}>{`${place.label}: ${place.value}`}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Start over"
          title="Start over (Esc)"
          onClick={startOver}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <PlaceForm key={place.id} page={page} schema={schema} goals={goalsOf(schema, place)} onAdd={add} />
    </section>
  )
}

/** Returns the possible targets: the page, and the lists of the schema that contain the node. */
function goalsOf(schema: Json, place: TreeNode): Goal[] {
  const lists = Object.entries(fieldsAt(schema, [])).flatMap(([name, list]): Goal[] => {
    if (!isRecord(list) || !isRecord(list.fields)) return []
    const offer = place.inside(list as RuleObject)
    return offer ? [{ path: [name], list, offers: [offer] }] : []
  })
  return [...lists, { path: [], list: null, offers: place.offers() }]
}

interface PlaceFormOptions {
  page: OpenPage
  schema: Json
  goals: readonly Goal[]
  onAdd: (goal: Goal, name: string, rule: Json) => void
}

function PlaceForm({ page, schema, goals, onAdd }: PlaceFormOptions) {
  const [wanted, setWanted] = useState(0)
  const [index, setIndex] = useState(0)
  const [typed, setTyped] = useState<string>()
  const [type, setType] = useState('')
  const [required, setRequired] = useState(false)
  const goal = goals[wanted]!
  const offer = goal.offers[Math.min(index, goal.offers.length - 1)]!
  const found = withType(offer.rule as JsonObject, type)
  const preview = useQuery(previewQuery(page, found, goal.list && sourceOnly(goal.list)))
  const name = typed ?? freeNameLike(offer.name, fieldsAt(schema, goal.path))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const free = freeNameLike(name.trim(), fieldsAt(schema, goal.path))
    if (name.trim()) onAdd(goal, free, plain({ ...found, ...(required && { required }) }))
  }
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <div className={classes.line}>
        <TextInput
          className={classes.grow!}
          size="xs"
          label="Name"
          value={name}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        {!offer.rule.fields && (
          <NativeSelect
            size="xs"
            label="Type"
            value={type}
            onChange={event => setType(event.currentTarget.value)}
          >
            <TypeOptions also={type} />
          </NativeSelect>
        )}
        {goals.length > 1 && (
          <NativeSelect
            size="xs"
            label="Add to"
            value={wanted}
            onChange={event => setWanted(Number(event.currentTarget.value))}
            data={goals.map(({ path }, at) => ({ value: String(at), label: path.join(' › ') || 'the page' }))}
          />
        )}
      </div>
      <Outcome preview={preview.data} all={offer.rule.all === true} />
      <Offers offers={goal.offers} chosen={offer} onChoose={setIndex} />
      <div className={classes.end}>
        <Checkbox
          size="xs"
          label="Required"
          checked={required}
          onChange={event => setRequired(event.currentTarget.checked)}
        />
        <ExplainedButton type="submit" size="compact-sm" reason={name.trim() ? null : 'Enter a name first.'}>
          Add field
        </ExplainedButton>
      </div>
    </form>
  )
}

interface OffersOptions {
  offers: readonly TreeOffer[]
  chosen: TreeOffer
  onChoose: (index: number) => void
}

/** The choice of what a field of the node reads. */
function Offers({ offers, chosen, onChoose }: OffersOptions) {
  const group = useId()
  if (offers.length === 1)
    return <Text size="xs">{`Takes ${chosen.what}: ${wordsOfRule(shown(chosen))}`}</Text>
  return (
    <fieldset className={classes.offers}>
      <legend>What the field takes</legend>
      {offers.map((offer, at) => (
        <label key={offer.what} className={classes.offer}>
          <input
            type="radio"
            name={group}
            checked={offer.what === chosen.what}
            onChange={() => onChoose(at)}
          />
          <span>{offer.what}</span>
          <code className={classes.why}>{wordsOfRule(shown(offer))}</code>
        </label>
      ))}
    </fieldset>
  )
}

const shown = ({ rule }: TreeOffer) => rule as JsonObject

/** Returns only the source of a list's rule, without its fields and requirements. */
const sourceOnly = ({ css, json }: JsonObject): JsonObject => (css === undefined ? { json: json! } : { css })

/** Converts a rule that is only a selector to a string. */
const plain = (rule: JsonObject): Json =>
  Object.keys(rule).length === 1 && typeof rule.css === 'string' ? rule.css : rule
