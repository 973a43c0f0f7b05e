import { MultiSelect, NumberInput, Select, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { choicesOf } from './choices.ts'
import { durationText } from './duration-text.ts'
import { defaultOf } from './schema-kind.ts'
import { inputProps, type WidgetProps } from './widget.ts'

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** The placeholder of a field: its default, or an example. */
const placeholderOf = ({ schema, example, required }: WidgetProps) =>
  defaultOf(schema) || (required && typeof example === 'string' ? example : '')

export const TextWidget = (props: WidgetProps) => (
  <TextInput
    {...inputProps(props)}
    placeholder={placeholderOf(props)}
    value={textOf(props.value)}
    autoComplete="off"
    spellCheck={false}
    onChange={({ currentTarget: { value } }) => props.onChange(value || undefined)}
  />
)

export const LongTextWidget = (props: WidgetProps) => (
  <Textarea
    {...inputProps(props)}
    autosize
    minRows={1}
    maxRows={10}
    placeholder={placeholderOf(props)}
    value={textOf(props.value)}
    spellCheck={false}
    onChange={({ currentTarget: { value } }) => props.onChange(value || undefined)}
  />
)

/** Shows a long duration in larger units beside the number. */
const Duration = ({ schema, value }: WidgetProps) => (
  <Text size="xs" c="dimmed" pr={10}>
    {durationText(schema.title ?? '', value ?? schema.default)}
  </Text>
)

export const NumberWidget = (props: WidgetProps) => (
  <NumberInput
    {...inputProps(props)}
    rightSection={<Duration {...props} />}
    rightSectionWidth="auto"
    rightSectionPointerEvents="none"
    clampBehavior="none"
    hideControls
    allowDecimal={props.schema.type !== 'integer'}
    placeholder={placeholderOf(props)}
    value={textOf(props.value)}
    onChange={value => props.onChange(value === '' ? undefined : value)}
  />
)

/** The tooltip shows the value that the API uses. */
const Choice = ({ option: { value, label } }: { option: { value: string; label: string } }) => (
  <span title={value}>{label}</span>
)

export const ChoiceWidget = (props: WidgetProps) => (
  <Select
    {...inputProps(props)}
    data={choicesOf(props.schema)}
    renderOption={Choice}
    clearable={!props.required}
    placeholder={props.schema['x-labels']?.[defaultOf(props.schema)] ?? placeholderOf(props)}
    value={props.value === undefined ? null : String(props.value)}
    onChange={value => props.onChange(props.schema.enum?.find(choice => String(choice) === value))}
  />
)

/** A switch. A field without a default has a third state (unset), so it is shown as a choice. */
export function BooleanWidget(props: WidgetProps) {
  const { schema, value, onChange } = props
  if (typeof schema.default !== 'boolean') return <YesOrNo {...props} />
  const { label, description, error } = inputProps(props)
  return (
    <Switch
      label={label}
      description={description}
      error={error}
      checked={(value ?? schema.default) === true}
      onChange={({ currentTarget: { checked } }) =>
        onChange(checked === schema.default ? undefined : checked)
      }
    />
  )
}

const YesOrNo = (props: WidgetProps) => (
  <Select
    {...inputProps(props)}
    data={[
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]}
    clearable={!props.required}
    placeholder="Either"
    value={props.value === undefined ? null : String(props.value)}
    onChange={value => props.onChange(value === null ? undefined : value === 'true')}
  />
)

/** A list of texts. */
export const TextsWidget = (props: WidgetProps) => (
  <TagsInput
    {...inputProps(props)}
    splitChars={[]}
    acceptValueOnBlur
    placeholder="Type a value, then press Enter"
    value={(props.value as string[] | undefined) ?? []}
    onChange={value => props.onChange(value.length ? value : undefined)}
  />
)

/** Several values from a fixed list. Enter chooses the first match. */
export function ChoicesWidget(props: WidgetProps) {
  const [search, setSearch] = useState('')
  const value = (props.value as string[] | undefined) ?? []
  return (
    <MultiSelect
      {...inputProps(props)}
      data={choicesOf(props.schema.items ?? {})}
      renderOption={Choice}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      selectFirstOptionOnChange={search !== ''}
      nothingFoundMessage="No matches"
      // It would submit the form without the typed value if nothing matches.
      onKeyDown={event => event.key === 'Enter' && search && event.preventDefault()}
      placeholder={value.length ? '' : 'Choose'}
      value={value}
      onChange={next => props.onChange(next.length ? next : undefined)}
    />
  )
}
