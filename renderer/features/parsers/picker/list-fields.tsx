import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord } from '../edit-rule.ts'
import type { LearnedList, ListPreview } from './learn-list.ts'
import { scoreText } from './offer-list.tsx'
import { wordsOfRule } from './offers.ts'
import classes from './picker.module.css'
import { TypeOptions } from './type-select.tsx'

/** What is changed of a proposed field; what is absent stays as proposed. */
export interface FieldChange {
  left?: boolean
  name?: string
  type?: string
  required?: boolean
  /** Which of the alternatives, from 1; 0 is the rule that was proposed. */
  choice?: number
}

/** Changes by the name that was proposed. */
export type FieldChanges = Readonly<Record<string, FieldChange>>

type Field = LearnedList['fields'][number]

const rulesOf = ({ rule, score, reasons, alternatives }: Field) => [
  { rule: rule as JsonObject, score, reasons },
  ...alternatives.map(one => ({ ...one, rule: one.rule as JsonObject })),
]

function fieldRule(field: Field, { type, required, choice = 0 }: FieldChange = {}): JsonObject {
  const { type: proposed, ...rest } = rulesOf(field)[choice]!.rule
  const kept = type ?? proposed
  return { ...rest, ...(kept ? { type: kept } : {}), ...(required && { required }) }
}

/** The rule of the list with its fields as they were changed. */
export function listRule(rule: JsonObject, fields: readonly Field[], changes: FieldChanges): JsonObject {
  const entries = fields.flatMap((field): [string, Json][] => {
    const change = changes[field.name]
    return change?.left ? [] : [[change?.name?.trim() || field.name, fieldRule(field, change)]]
  })
  return { ...rule, fields: Object.fromEntries(entries) }
}

interface ListFieldsOptions {
  fields: readonly Field[]
  changes: FieldChanges
  preview: ListPreview | undefined
  onChange: (changes: FieldChanges) => void
}

/** The proposed fields of a list: which to take, and as what. */
export function ListFields({ fields, changes, preview, onChange }: ListFieldsOptions) {
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">First item</th>
          <th scope="col">Where</th>
          <th scope="col">Type</th>
          <th scope="col">Required</th>
          <th scope="col">Found</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(field => (
          <FieldLine
            key={field.name}
            field={field}
            change={changes[field.name] ?? {}}
            preview={preview}
            onChange={part => onChange({ ...changes, [field.name]: { ...changes[field.name], ...part } })}
          />
        ))}
      </tbody>
    </table>
  )
}

interface FieldLineOptions {
  field: Field
  change: FieldChange
  preview: ListPreview | undefined
  onChange: (part: FieldChange) => void
}

function FieldLine({ field, change, preview, onChange }: FieldLineOptions) {
  const { name: proposed } = field
  const name = change.name ?? proposed
  const taken = !change.left
  const rule = fieldRule(field, change)
  const [first] = preview?.items ?? []
  const value = isRecord(first) ? first[name.trim() || proposed] : undefined
  return (
    <tr>
      <td style={{ whiteSpace: 'nowrap' }}>
        <input
          type="checkbox"
          aria-label={`Take ${proposed}`}
          checked={taken}
          onChange={event => onChange({ left: !event.currentTarget.checked })}
        />{' '}
        <input
          type="text"
          aria-label={`Name of ${proposed}`}
          style={{ width: 96 }}
          value={name}
          disabled={!taken}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
      </td>
      <td className={classes.sample} title={JSON.stringify(value)}>
        {value === undefined ? '' : JSON.stringify(value)}
      </td>
      <td>
        <select
          aria-label={`Where ${proposed} looks`}
          title={rulesOf(field)[change.choice ?? 0]!.reasons.join(' · ')}
          value={change.choice ?? 0}
          disabled={!taken}
          onChange={event => onChange({ choice: Number(event.currentTarget.value) })}
        >
          {rulesOf(field).map((one, index) => (
            <option key={index} value={index}>{`${wordsOfRule(one.rule)} · ${scoreText(one.score)}`}</option>
          ))}
        </select>
      </td>
      <td>
        <select
          aria-label={`Type of ${proposed}`}
          value={(rule.type as string | undefined) ?? ''}
          disabled={!taken}
          onChange={event => onChange({ type: event.currentTarget.value })}
        >
          <TypeOptions also={rule.type as string | undefined} />
        </select>
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${proposed} is required`}
          checked={change.required ?? false}
          disabled={!taken}
          onChange={event => onChange({ required: event.currentTarget.checked })}
        />
      </td>
      <td>
        {taken && preview ? `${preview.filled[name.trim() || proposed] ?? 0}/${preview.items.length}` : ''}
      </td>
    </tr>
  )
}
