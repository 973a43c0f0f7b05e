import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { isRecord } from '../schema-form/edit-rule.ts'
import type { LearnedList, ListPreview } from './learn-list.ts'
import { scoreText } from './offer-list.tsx'
import { describeRule } from './offers.ts'
import classes from './picker.module.css'
import { typeOfRule, withType } from './rule-type.ts'
import { TypeOptions } from './type-select.tsx'

/** The user's changes of a proposed field. Absent properties stay as proposed. */
interface FieldChange {
  left?: boolean
  name?: string
  type?: string
  required?: boolean
  /** The chosen alternative, counted from 1; 0 is the proposed rule. */
  choice?: number
}

/** Changes by the proposed name of the field. */
export type FieldChanges = Readonly<Record<string, FieldChange>>

type ProposedField = LearnedList['fields'][number]

const rulesOf = ({ rule, score, reasons, alternatives }: ProposedField) => [
  { rule: rule as JsonObject, score, reasons },
  ...alternatives.map(one => ({ ...one, rule: one.rule as JsonObject })),
]

function fieldRule(field: ProposedField, { type, required, choice = 0 }: FieldChange = {}): JsonObject {
  const { rule } = rulesOf(field)[choice]!
  return { ...withType(rule, type ?? typeOfRule(rule)), ...(required && { required }) }
}

/** Returns the rule of the list with its changed fields. */
export function listRule(
  rule: JsonObject,
  fields: readonly ProposedField[],
  changes: FieldChanges,
): JsonObject {
  const entries = fields.flatMap((field): [string, Json][] => {
    const change = changes[field.name]
    return change?.left ? [] : [[change?.name?.trim() || field.name, fieldRule(field, change)]]
  })
  return { ...rule, fields: Object.fromEntries(entries) }
}

interface ListFieldsOptions {
  fields: readonly ProposedField[]
  changes: FieldChanges
  preview: ListPreview | undefined
  onChange: (changes: FieldChanges) => void
}

/** The proposed fields of a list, which can be left out and edited. */
export function ListFields({ fields, changes, preview, onChange }: ListFieldsOptions) {
  return (
    <ul className={classes.fields} aria-label="Fields of the items">
      {fields.map(field => (
        <ListField
          key={field.name}
          field={field}
          change={changes[field.name] ?? {}}
          preview={preview}
          onChange={part => onChange({ ...changes, [field.name]: { ...changes[field.name], ...part } })}
        />
      ))}
    </ul>
  )
}

interface ListFieldOptions {
  field: ProposedField
  change: FieldChange
  preview: ListPreview | undefined
  onChange: (part: FieldChange) => void
}

function ListField({ field, change, preview, onChange }: ListFieldOptions) {
  const { name: proposed } = field
  const { left, name = proposed, choice = 0, required = false } = change
  const type = typeOfRule(fieldRule(field, change))
  const [first] = preview?.items ?? []
  const value = isRecord(first) ? JSON.stringify(first[name.trim() || proposed]) : undefined
  return (
    <li>
      <input
        type="checkbox"
        aria-label={`Include ${proposed}`}
        checked={!left}
        onChange={event => onChange({ left: !event.currentTarget.checked })}
      />
      <fieldset disabled={left}>
        <input
          type="text"
          aria-label={`Name of ${proposed}`}
          value={name}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
        <select
          aria-label={`Type of ${proposed}`}
          value={type}
          onChange={event => onChange({ type: event.currentTarget.value })}
        >
          <TypeOptions also={type} />
        </select>
        <label>
          <input
            type="checkbox"
            aria-label={`${proposed} is required`}
            checked={required}
            onChange={event => onChange({ required: event.currentTarget.checked })}
          />
          required
        </label>
        <span className="tabular">
          {preview && !left && `${preview.filled[name.trim() || proposed] ?? 0}/${preview.items.length}`}
        </span>
        <select
          aria-label={`Rule of ${proposed}`}
          title={rulesOf(field)[choice]!.reasons.join(' · ')}
          value={choice}
          onChange={event => onChange({ choice: Number(event.currentTarget.value) })}
        >
          {rulesOf(field).map(({ rule, score }, index) => (
            <option key={JSON.stringify(rule)} value={index}>
              {`${describeRule(rule)} · ${scoreText(score)}`}
            </option>
          ))}
        </select>
        <span className={classes.sample} title={value}>
          {value}
        </span>
      </fieldset>
    </li>
  )
}
