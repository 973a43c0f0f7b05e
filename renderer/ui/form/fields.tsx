import { Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import type { ErrorBody } from '../../lib/call-error.ts'
import type { JsonSchema } from './json-schema.ts'
import { JsonWidget } from './json-widget.tsx'
import { ListWidget, ObjectWidget } from './object-widgets.tsx'
import { OneOf } from './one-of.tsx'
import { PairsWidget } from './pairs-widget.tsx'
import {
  BooleanWidget,
  ChoicesWidget,
  ChoiceWidget,
  LongTextWidget,
  NumberWidget,
  TextsWidget,
  TextWidget,
} from './plain-widgets.tsx'
import { RecordIdWidget } from './record-id-widget.tsx'
import { bare, type Kind, kindOf } from './schema-kind.ts'
import type { WidgetProps } from './widget.ts'

const WIDGETS: Record<Kind, ComponentType<WidgetProps>> = {
  choice: ChoiceWidget,
  boolean: BooleanWidget,
  number: NumberWidget,
  text: TextWidget,
  'long-text': LongTextWidget,
  'record-id': RecordIdWidget,
  texts: TextsWidget,
  choices: ChoicesWidget,
  list: ListWidget,
  object: ObjectWidget,
  pairs: PairsWidget,
  json: JsonWidget,
}

type Values = Record<string, unknown>

interface FieldsProps {
  schema: JsonSchema
  values: Values
  onChange: (values: Values) => void
  errorAt: (path: string) => ErrorBody | null
  /** Where these fields are. */
  path?: string
  /** Values as the docs show them. */
  example?: Values
}

/** The fields of a schema: those that exclude each other, the required ones, the others. */
export function Fields({ schema, values, onChange, errorAt, path = '', example = {} }: FieldsProps) {
  const { properties = {}, required = [], oneOf = [] } = schema
  const rivals = oneOf.flatMap(branch => branch.required ?? [])
  const others = Object.keys(properties).filter(name => !rivals.includes(name))
  const isRequired = (name: string) => required.includes(name)
  const field = (name: string, must: boolean) => {
    const inner = bare(properties[name]!)
    const Widget = WIDGETS[kindOf(inner)]
    return (
      <Widget
        key={name}
        path={path ? `${path}.${name}` : name}
        label={name}
        schema={inner}
        required={must}
        value={values[name]}
        onChange={value => onChange({ ...values, [name]: value })}
        example={example[name]}
        errorAt={errorAt}
      />
    )
  }
  if (!Object.keys(properties).length) return null
  return (
    <Stack gap={16}>
      {rivals.length > 0 && (
        <OneOf names={rivals} values={values} onChange={onChange}>
          {name => field(name, true)}
        </OneOf>
      )}
      {others.filter(isRequired).map(name => field(name, true))}
      {others.filter(name => !isRequired(name)).map(name => field(name, false))}
    </Stack>
  )
}
