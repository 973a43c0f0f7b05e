import { ActionIcon, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Json, JsonObject, RuleObject } from '../../../../server/parsers/parser-schema.ts'
import type { OpenPage } from '../../../lib/open-page.ts'
import { ExplainedButton } from '../../../ui/actions/explained-button.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { previewQuery } from '../picker/api.ts'
import { PreviewOutcome } from '../picker/field-form.tsx'
import { fieldsAt, freeNameLike, rulePath, withFieldAt } from '../picker/land-field.ts'
import { describeRule } from '../picker/offers.ts'
import classes from '../picker/picker.module.css'
import { withType } from '../picker/rule-type.ts'
import { TypeOptions } from '../picker/type-select.tsx'
import { usePickingContext } from '../picker/use-picking.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import { useSpotlightContext } from '../trace/use-spotlight.ts'
import type { TreeNode, TreeOffer } from './tree-node.ts'

interface PlacePanelOptions {
  page: OpenPage
  /** Undefined if the text is not valid JSON. */
  schema: Json | undefined
  onSchema: (schema: Json) => void
}

/** The target of a new field: the page, or the items of a list of the schema. */
interface FieldTarget {
  path: readonly string[]
  /** The rule of the list; null for the page. */
  list: JsonObject | null
  offers: readonly TreeOffer[]
}

/** The form of a new field for the chosen node of a page of JSON or XML. */
export function PlacePanel({ page, schema, onSchema }: PlacePanelOptions) {
  const { place, startOver } = usePickingContext()
  const { light } = useSpotlightContext()
  if (!place || schema === undefined) return null
  const add = ({ path }: FieldTarget, name: string, rule: Json) => {
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
      <PlaceForm key={place.id} page={page} schema={schema} goals={targetsOf(schema, place)} onAdd={add} />
    </section>
  )
}

/** Returns the possible targets: the page, and the lists of the schema that contain the node. */
function targetsOf(schema: Json, place: TreeNode): FieldTarget[] {
  const lists = Object.entries(fieldsAt(schema, [])).flatMap(([name, list]): FieldTarget[] => {
    if (!isRecord(list) || !isRecord(list.fields)) return []
    const offer = place.inside(list as RuleObject)
    return offer ? [{ path: [name], list, offers: [offer] }] : []
  })
  return [...lists, { path: [], list: null, offers: place.offers() }]
}

interface PlaceFormOptions {
  page: OpenPage
  schema: Json
  goals: readonly FieldTarget[]
  onAdd: (goal: FieldTarget, name: string, rule: Json) => void
}

function PlaceForm({ page, schema, goals, onAdd }: PlaceFormOptions) {
  const [targetIndex, setTargetIndex] = useState(0)
  const [index, setIndex] = useState(0)
  const [typedName, setTypedName] = useState<string>()
  const [type, setType] = useState('')
  const [required, setRequired] = useState(false)
  const target = goals[targetIndex]!
  const offer = target.offers[Math.min(index, target.offers.length - 1)]!
  const rule = withType(offer.rule as JsonObject, type)
  const preview = useQuery(previewQuery(page, rule, target.list && sourceOnly(target.list)))
  const name = typedName ?? freeNameLike(offer.name, fieldsAt(schema, target.path))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const freeName = freeNameLike(name.trim(), fieldsAt(schema, target.path))
    if (name.trim()) onAdd(target, freeName, simplifyRule({ ...rule, ...(required && { required }) }))
  }
  return (
    <form onSubmit={submit} style={{ display: 'contents' }}>
      <div className={classes.line}>
        <TextInput
          className={classes.grow!}
          size="xs"
          label="Name"
          value={name}
          onChange={event => setTypedName(event.currentTarget.value)}
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
            value={targetIndex}
            onChange={event => setTargetIndex(Number(event.currentTarget.value))}
            data={goals.map(({ path }, at) => ({ value: String(at), label: path.join(' › ') || 'the page' }))}
          />
        )}
      </div>
      {preview.error && <ErrorNotice error={preview.error} />}
      {!preview.error && <PreviewOutcome preview={preview.data} all={offer.rule.all === true} />}
      <OfferChoice offers={target.offers} chosen={offer} onChoose={setIndex} />
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

interface OfferChoiceOptions {
  offers: readonly TreeOffer[]
  chosen: TreeOffer
  onChoose: (index: number) => void
}

/** The choice of what a field of the node reads. */
function OfferChoice({ offers, chosen, onChoose }: OfferChoiceOptions) {
  const group = useId()
  if (offers.length === 1)
    return <Text size="xs">{`Takes ${chosen.what}: ${describeRule(ruleOf(chosen))}`}</Text>
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
          <code className={classes.why}>{describeRule(ruleOf(offer))}</code>
        </label>
      ))}
    </fieldset>
  )
}

const ruleOf = ({ rule }: TreeOffer) => rule as JsonObject

/** Returns only the source of a list's rule, without its fields and requirements. */
const sourceOnly = ({ css, json }: JsonObject): JsonObject => (css === undefined ? { json: json! } : { css })

/** Converts a rule that is only a selector to a string. */
const simplifyRule = (rule: JsonObject): Json =>
  Object.keys(rule).length === 1 && typeof rule.css === 'string' ? rule.css : rule
