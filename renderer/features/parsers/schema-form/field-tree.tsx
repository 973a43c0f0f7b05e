import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { JsonObject } from '../../../../server/parsers/parser-schema.ts'
import { freeName, withField, withFieldMoved } from './edit-rule.ts'
import { FieldRow } from './field-row.tsx'
import { type FieldPlace, type FieldStates, placeOf } from './field-states.ts'
import classes from './schema-form.module.css'
import { useRowIds } from './use-row-ids.ts'

interface FieldTreeOptions {
  fields: JsonObject
  place: FieldPlace
  states: FieldStates
  /** They are read from elements of the page. */
  pickable: boolean
  onChange: (fields: JsonObject) => void
}

/** Fields of one object, each with its rule, and fields inside it. */
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
            place={placeOf(place, name)}
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
