import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Json, JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { reportTextValidity } from '../../../ui/form/is-written.ts'
import { opensElements } from '../picker/land-field.ts'
import { usePickingContext } from '../picker/use-picking.ts'
import { useLitRow } from '../trace/use-lit-row.ts'
import { ChoiceList } from './choice-list.tsx'
import {
  freeName,
  hasPath,
  isEditable,
  isRecord,
  ruleObject,
  withField,
  withFieldMoved,
  withKey,
} from './edit-rule.ts'
import { FieldMenu } from './field-menu.tsx'
import { childRef, type FieldRef, type FieldStates } from './field-states.ts'
import { JsonInput } from './json-input.tsx'
import { RuleDetails, ruleFacts } from './rule-details.tsx'
import { RuleInput } from './rule-input.tsx'
import classes from './schema-form.module.css'
import { StateMark } from './state-mark.tsx'
import { useRowIds } from './use-row-ids.ts'

interface FieldRowOptions {
  name: string
  rule: Json
  place: FieldRef
  states: FieldStates
  /** Whether the field is read from elements of the page. */
  pickable: boolean
  isTaken: (name: string) => boolean
  onRename: (name: string) => void
  onRule: (rule: Json) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** A field: its name, source and state; when opened, its whole rule. Its own fields are shown below. */
function FieldRow({ name, rule, place, states, pickable, ...row }: FieldRowOptions) {
  const [opened, setOpened] = useState(false)
  const detailsId = useId()
  const of = place.key
  const editable = isEditable(rule)
  const { line, isLit, light, focus } = useLitRow(place.rule)
  const { tree, aim } = usePickingContext()
  const onPick = pickable && tree?.numbered ? () => aim(place.rule) : undefined
  return (
    <li
      ref={line}
      className={classes.field}
      data-field={place.key}
      data-lit={isLit || undefined}
      onMouseOver={event => {
        event.stopPropagation()
        if (!isLit) light({ rule: place.rule })
      }}
      onMouseLeave={() => light(null)}
      onFocus={event => {
        event.stopPropagation()
        focus(place.rule)
      }}
      onBlur={() => focus(null)}
    >
      <div className={classes.row}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-expanded={opened}
          aria-controls={detailsId}
          aria-label={`Details of ${of}`}
          disabled={!editable}
          title={editable ? undefined : 'This rule is edited as JSON.'}
          onClick={() => reportTextValidity(line.current) && setOpened(!opened)}
        >
          {opened ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        </ActionIcon>
        <div className={classes.title}>
          <FieldName name={name} of={of} isTaken={row.isTaken} onRename={row.onRename} />
          {editable && <Facts of={rule} />}
        </div>
        <div className={classes.rule} data-long={(editable && hasPath(rule)) || undefined}>
          {editable ? (
            <RuleInput rule={rule} of={of} onChange={row.onRule} />
          ) : (
            <JsonInput value={rule} label={`Rule of ${of}`} onChange={value => row.onRule(value ?? '')} />
          )}
        </div>
        <StateMark of={of} state={states(place)} />
        <FieldMenu name={of} onPick={onPick} onMove={row.onMove} onRemove={row.onRemove} />
      </div>
      {editable && opened && <RuleDetails id={detailsId} rule={rule} of={of} onChange={row.onRule} />}
      {editable && (
        <NestedRules
          rule={ruleObject(rule)}
          place={place}
          states={states}
          pickable={pickable}
          onRule={row.onRule}
        />
      )}
    </li>
  )
}

function Facts({ of }: { of: string | JsonObject }) {
  const facts = ruleFacts(of)
  return facts && <span className={classes.facts}>{facts}</span>
}

interface NestedRulesOptions {
  rule: JsonObject
  place: FieldRef
  states: FieldStates
  pickable: boolean
  onRule: (rule: Json) => void
}

/** The rules inside a rule. */
function NestedRules({ rule, place, states, pickable, onRule }: NestedRulesOptions) {
  const { fields, any } = rule
  return (
    <>
      {Array.isArray(any) && (
        <ChoiceList
          choices={any}
          place={place}
          states={states}
          onChange={choices => onRule(withKey(rule, 'any', choices))}
        />
      )}
      {isRecord(fields) && (
        <div className={classes.inner}>
          <FieldTree
            fields={fields}
            place={place}
            states={states}
            pickable={pickable && opensElements(rule)}
            onChange={changed => onRule(withKey(rule, 'fields', changed))}
          />
        </div>
      )}
    </>
  )
}

/** The name of a field. An empty or duplicate name is marked as invalid and not applied; it is reset on blur. */
function FieldName({
  name,
  of,
  isTaken,
  onRename,
}: {
  name: string
  /** Its path: `offers.price`. */
  of: string
  isTaken: (name: string) => boolean
  onRename: (name: string) => void
}) {
  const [invalidName, setInvalidName] = useState<string>()
  const change = (text: string) => {
    const isUsable = text.trim() !== '' && !isTaken(text)
    setInvalidName(isUsable ? undefined : text)
    if (isUsable) onRename(text)
  }
  return (
    <input
      className={classes.name}
      aria-label={`Name of ${of}`}
      aria-invalid={invalidName !== undefined}
      title={
        invalidName === undefined
          ? name
          : invalidName
            ? 'Another field already has this name.'
            : 'Enter a name for the field.'
      }
      value={invalidName ?? name}
      spellCheck={false}
      onChange={event => change(event.currentTarget.value)}
      onBlur={() => setInvalidName(undefined)}
    />
  )
}

interface FieldTreeOptions {
  fields: JsonObject
  place: FieldRef
  states: FieldStates
  /** Whether they are read from elements of the page. */
  pickable: boolean
  onChange: (fields: JsonObject) => void
}

/** The fields of one object, each with its rule and its own fields. */
export function FieldTree({ fields, place, states, pickable, onChange }: FieldTreeOptions) {
  const names = Object.keys(fields)
  const { ids, removed, swapped } = useRowIds(names.length)
  return (
    <>
      <ul className={classes.fields}>
        {Object.entries(fields).map(([name, rule], index) => (
          <FieldRow
            key={ids[index]}
            name={name}
            rule={rule}
            place={childRef(place, name)}
            states={states}
            pickable={pickable}
            isTaken={other => other !== name && other in fields}
            onRename={other => onChange(withField(fields, name, [other, rule]))}
            onRule={changed => onChange(withField(fields, name, [name, changed]))}
            onMove={by => {
              swapped(index, index + by)
              onChange(withFieldMoved(fields, name, by))
            }}
            onRemove={() => {
              removed(index)
              onChange(withField(fields, name, undefined))
            }}
          />
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="subtle"
        ml={8}
        my={4}
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={place.key ? `Add field to ${place.key}` : 'Add field'}
        onClick={() => onChange({ ...fields, [freeName(fields)]: '' })}
      >
        Add field
      </Button>
    </>
  )
}
