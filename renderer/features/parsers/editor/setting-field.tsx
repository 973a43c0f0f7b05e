import { Fieldset, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type ComponentType, createElement, useState } from 'react'
import { type ErrorBody, errorText } from '../../../lib/service/call-error.ts'
import { choicesOf, hintOf } from '../../../ui/form/choices.ts'
import { Folded } from '../../../ui/form/folded.tsx'
import type { JsonSchema } from '../../../ui/form/json-schema.ts'
import { titleOf } from '../../../ui/form/widget.ts'
import { Marked } from '../../../ui/marked.tsx'
import { kindOf, readLines, readPairs, type SettingKind, writePairs } from './settings-kind.ts'

interface SettingProps {
  /** The path in the parser, as errors name it: `fetch.headers`. */
  path: string
  schema: JsonSchema
  value: unknown
  onChange: (value: unknown) => void
  error: ErrorBody | null
}

const WIDGETS: Record<SettingKind, ComponentType<SettingProps>> = {
  choice: ChoiceSetting,
  number: NumberSetting,
  text: TextSetting,
  'text-or-number': TextOrNumberSetting,
  'long-text': props => (
    <Textarea {...sharedProps(props)} {...textInputProps(props)} autosize minRows={2} maxRows={8} />
  ),
  lines: props => (
    <LinesSetting {...props} read={readLines} write={value => (value as string[]).join('\n')} />
  ),
  pairs: props => (
    <LinesSetting {...props} read={readPairs} write={value => writePairs(value as Record<string, string>)} />
  ),
  group: SettingGroup,
}

/** A setting of a parser, rendered from its schema. */
function SettingField(props: SettingProps) {
  const Widget = WIDGETS[kindOf(props.schema)]
  return <Widget {...props} />
}

const sharedProps = ({ path, schema, error }: SettingProps) => ({
  label: createElement('span', { title: path }, titleOf(path, schema)),
  description: hintOf(schema) && createElement(Marked, null, hintOf(schema)),
  error: error?.field?.startsWith(path) && errorText(error),
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
  spellCheck: false,
})

/** Clearing a field sets its default. */
const textInputProps = ({ schema, value, onChange }: SettingProps) => ({
  value: (value as string | number | null) ?? '',
  onChange: (event: { currentTarget: { value: string } }) =>
    onChange(event.currentTarget.value || (schema.default ?? null)),
})

function TextSetting(props: SettingProps) {
  return <TextInput {...sharedProps(props)} {...textInputProps(props)} />
}

function TextOrNumberSetting(props: SettingProps) {
  const { value, onChange } = textInputProps({
    ...props,
    onChange: text => props.onChange(typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text),
  })
  return <TextInput {...sharedProps(props)} value={value} onChange={onChange} />
}

function NumberSetting(props: SettingProps) {
  const { schema, value, onChange } = props
  return (
    <NumberInput
      {...sharedProps(props)}
      clampBehavior="none"
      allowDecimal={false}
      value={(value as number | null) ?? ''}
      onChange={next => onChange(next === '' ? (schema.default ?? null) : next)}
    />
  )
}

function ChoiceSetting(props: SettingProps) {
  const { schema, value, onChange } = props
  return (
    <Select
      {...sharedProps(props)}
      data={choicesOf(schema)}
      value={(value as string | null) ?? null}
      clearable={schema.default === null}
      placeholder={schema.default === null ? 'Default of the service' : ''}
      allowDeselect={false}
      onChange={next => onChange(next ?? schema.default)}
    />
  )
}

/** Several values, one per line. The text is not reformatted while the user types. */
function LinesSetting({
  read,
  write,
  ...props
}: SettingProps & { read: (text: string) => unknown; write: (value: unknown) => string }) {
  const [text, setText] = useState(() => write(props.value))
  return (
    <Textarea
      {...sharedProps(props)}
      autosize
      minRows={2}
      maxRows={8}
      classNames={{ input: 'mono' }}
      value={text}
      onChange={event => {
        setText(event.currentTarget.value)
        props.onChange(read(event.currentTarget.value))
      }}
    />
  )
}

function SettingGroup({ path, schema, value, onChange, error }: SettingProps) {
  return (
    <Fieldset legend={titleOf(path, schema)} p={16}>
      <SettingFields
        schema={schema}
        pathOf={name => `${path}.${name}`}
        values={(value ?? {}) as Record<string, unknown>}
        onChange={onChange}
        error={error}
      />
    </Fieldset>
  )
}

/** The settings of a schema. Rarely used ones are folded. */
export function SettingFields({
  schema,
  pathOf,
  values,
  onChange,
  error,
}: {
  schema: JsonSchema
  pathOf: (name: string) => string
  values: Record<string, unknown>
  onChange: (values: Record<string, unknown>) => void
  error: ErrorBody | null
}) {
  const properties = Object.entries(schema.properties ?? {})
  const isFolded = ([, inner]: [string, JsonSchema]) => inner['x-advanced'] === true
  const folded = properties.filter(isFolded)
  const mustShow = ([name, inner]: [string, JsonSchema]) =>
    !isDefault(values[name], inner) || Boolean(error?.field?.startsWith(pathOf(name)))
  const field = ([name, inner]: [string, JsonSchema]) => (
    <SettingField
      key={name}
      path={pathOf(name)}
      schema={inner}
      value={values[name]}
      onChange={changed => onChange({ ...values, [name]: changed })}
      error={error}
    />
  )
  return (
    <Stack gap={16}>
      {properties.filter(entry => !isFolded(entry)).map(field)}
      {folded.length > 0 && <Folded mustOpen={folded.some(mustShow)}>{folded.map(field)}</Folded>}
    </Stack>
  )
}

const isDefault = (value: unknown, { default: defaultValue }: JsonSchema) =>
  value === undefined || JSON.stringify(value) === JSON.stringify(defaultValue)
