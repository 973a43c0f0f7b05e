import { Button, Fieldset, Input, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import type { ErrorBody } from '../../lib/service/call-error.ts'
import { Folded } from './folded.tsx'
import classes from './form.module.css'
import type { JsonSchema } from './json-schema.ts'
import { JsonWidget } from './json-widget.tsx'
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
import { kindOf, type WidgetKind, withoutNull } from './schema-kind.ts'
import { inputProps, titleOf, type WidgetProps } from './widget.ts'

const WIDGETS: Record<WidgetKind, ComponentType<WidgetProps>> = {
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

type FieldValues = Record<string, unknown>

interface FieldsProps {
  schema: JsonSchema
  values: FieldValues
  onChange: (values: FieldValues) => void
  errorAt: (path: string) => ErrorBody | null
  /** The path of these fields in the input. */
  path?: string
  /** The example values of the docs. */
  example?: FieldValues
  /** Whether the first required field takes the focus as it appears. */
  autoFocus?: boolean
}

/**
 * The fields of a schema: first mutually exclusive ones, then required ones, then the others; advanced fields are folded.
 */
export function Fields({
  schema,
  values,
  onChange,
  errorAt,
  path = '',
  example = {},
  autoFocus = false,
}: FieldsProps) {
  const { properties = {}, required = [], oneOf = [] } = schema
  const exclusiveFields = oneOf.flatMap(branch => branch.required ?? [])
  const others = Object.keys(properties).filter(name => !exclusiveFields.includes(name))
  const isRequired = (name: string) => required.includes(name)
  const firstField = others.find(isRequired)
  const pathOf = (name: string) => (path ? `${path}.${name}` : name)
  const isFolded = (name: string) => !isRequired(name) && properties[name]!['x-advanced'] === true
  const folded = others.filter(isFolded)
  const mustShow = (name: string) => values[name] !== undefined || errorAt(pathOf(name)) !== null
  const field = (name: string, isMandatory: boolean) => {
    const fieldSchema = withKindOfRecord(withoutNull(properties[name]!), values)
    const Widget = WIDGETS[kindOf(fieldSchema)]
    return (
      <Widget
        key={name}
        path={pathOf(name)}
        label={titleOf(name, fieldSchema)}
        schema={fieldSchema}
        required={isMandatory}
        value={values[name]}
        within={fieldSchema['x-id-in'] && (values[fieldSchema['x-id-in']] as string | undefined)}
        onChange={value => onChange({ ...values, [name]: value })}
        example={example[name]}
        errorAt={errorAt}
        autoFocus={autoFocus && name === firstField}
      />
    )
  }
  if (!Object.keys(properties).length) return null
  return (
    <Stack gap={16}>
      {exclusiveFields.length > 0 && (
        <OneOf
          choices={exclusiveFields.map(name => ({ value: name, label: titleOf(name, properties[name]!) }))}
          values={values}
          onChange={onChange}
        >
          {name => field(name, true)}
        </OneOf>
      )}
      {others.filter(isRequired).map(name => field(name, true))}
      {others.filter(name => !isRequired(name) && !isFolded(name)).map(name => field(name, false))}
      {folded.length > 0 && (
        <Folded mustOpen={folded.some(mustShow)}>{folded.map(name => field(name, false))}</Folded>
      )}
    </Stack>
  )
}

/** Sets the kind of record of an id field whose kind is the value of another field. */
function withKindOfRecord(schema: JsonSchema, values: FieldValues): JsonSchema {
  const kind = schema['x-id-by'] && values[schema['x-id-by']]
  return typeof kind === 'string' ? { ...schema, 'x-id-of': kind } : schema
}

const isFilled = (values: FieldValues) => Object.values(values).some(value => value !== undefined)

/** An object with fields of its own; collapsed if it is optional. */
function ObjectWidget(props: WidgetProps) {
  const { label, schema, required, path, errorAt } = props
  const values = (props.value ?? {}) as FieldValues
  const [isOpened, setOpened] = useState(required || isFilled(values))
  const open = isOpened || Boolean(errorAt(path))
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton className={classes.opener!} aria-expanded={open} onClick={() => setOpened(!open)}>
        <Chevron size={14} aria-hidden /> <span title={path}>{label}</span>
      </UnstyledButton>
      <Input.Description fz={12}>{schema.description}</Input.Description>
      {open && (
        <Fieldset p={12} mt={8} aria-label={label}>
          <Fields
            schema={schema}
            path={path}
            values={values}
            onChange={next => props.onChange(isFilled(next) ? next : undefined)}
            errorAt={errorAt}
          />
        </Fieldset>
      )}
    </div>
  )
}

/** A list of objects. */
function ListWidget(props: WidgetProps) {
  const { schema, path, errorAt, onChange } = props
  const items = (props.value ?? []) as FieldValues[]
  const change = (next: FieldValues[]) => onChange(next.length ? next : undefined)
  return (
    <Input.Wrapper {...inputProps(props)} labelElement="div">
      <Stack gap={8} my={4}>
        {items.map((item, index) => (
          <Fieldset key={index} p={12} legend={`${props.label} ${index + 1}`}>
            <Fields
              schema={schema.items as JsonSchema}
              path={`${path}[${index}]`}
              values={item}
              onChange={next => change(items.map((before, at) => (at === index ? next : before)))}
              errorAt={errorAt}
            />
            <Button
              size="compact-xs"
              variant="default"
              mt={8}
              onClick={() => change(items.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </Fieldset>
        ))}
      </Stack>
      <Button size="compact-xs" variant="default" onClick={() => change([...items, {}])}>
        Add
      </Button>
    </Input.Wrapper>
  )
}
