import { Button, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { useErrorUntilChanged } from '../../ui/form/call-form.tsx'
import { choicesOf } from '../../ui/form/choices.ts'
import type { Setting } from './api.ts'
import { isAmount, parseSetting, schemaOf, textOf } from './setting-value.ts'

/** The input of a setting. A choice is saved immediately, a text with Enter or the button. */
export function SettingInput({
  setting,
  labelledBy,
  error,
  saving,
  onSave,
}: {
  setting: Setting
  labelledBy: string
  /** Why the last value was refused. */
  error: unknown
  saving: boolean
  /** Saves the value; `done` is called once it is saved. */
  onSave: (value: unknown, done: () => void) => void
}) {
  const storedText = textOf(setting.value)
  const { name } = setting
  // Under its name, by which a password in the address of a proxy is not stored.
  const [typedTexts, setTypedTexts, endDraft] = useDraft<Record<string, string>>(
    `setting ${name}`,
    () => ({}),
  )
  const forget = () => {
    setTypedTexts({})
    endDraft()
  }
  const setText = (text: string) => (text === storedText ? forget() : setTypedTexts({ [name]: text }))
  const text = typedTexts[name] ?? storedText
  const schema = schemaOf(setting)
  const { type, enum: choices, minimum, maximum } = schema
  const changed = text !== storedText
  const visibleError = useErrorUntilChanged(error, { value: text })
  const save = () => onSave(parseSetting(text, setting), forget)
  const field = {
    'aria-labelledby': labelledBy,
    readOnly: setting.set_by !== null,
    variant: setting.set_by === null ? 'default' : 'filled',
    error: visibleError ? reasonOf(visibleError, setting) : null,
    style: { flex: 1 },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter' && changed) save()
      if (key === 'Escape') forget()
    },
  }
  if (choices)
    return (
      <NativeSelect
        {...field}
        data={choicesOf(schema)}
        value={text}
        onChange={({ currentTarget }) => onSave(currentTarget.value, () => undefined)}
      />
    )
  return (
    <Group gap={8} align="flex-start" wrap="nowrap">
      {type === 'integer' ? (
        <NumberInput
          {...field}
          {...(minimum !== undefined && { min: minimum })}
          {...(maximum !== undefined && { max: maximum })}
          clampBehavior="none"
          allowDecimal={false}
          thousandSeparator={isAmount(setting.name) ? ',' : ''}
          value={text}
          onChange={value => setText(String(value))}
        />
      ) : (
        <TextInput
          {...field}
          placeholder="none"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {changed && (
        <Button variant="default" loading={saving} onClick={save} aria-label={`Save ${setting.title}`}>
          Save
        </Button>
      )}
    </Group>
  )
}

/** Formats the error, without a hint that repeats the description. */
function reasonOf(error: unknown, { description }: Setting): string {
  const { error: message, hint } = errorBodyOf(error)
  return [message, hint !== description && hint].filter(Boolean).join(' ')
}
