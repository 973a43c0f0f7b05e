import { SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type FieldValues = Record<string, unknown>

/** Mutually exclusive fields, with a choice of the one to fill in. */
export function OneOf({
  choices,
  values,
  onChange,
  children,
}: {
  /** The names of the fields, with their labels. */
  choices: { value: string; label: string }[]
  values: FieldValues
  onChange: (values: FieldValues) => void
  children: (name: string) => ReactNode
}) {
  const [chosen, choose] = useState(
    () => (choices.find(({ value }) => values[value] !== undefined) ?? choices[0]!).value,
  )
  const change = (name: string) => {
    choose(name)
    const { [chosen]: moved, ...rest } = values
    onChange(typeof moved === 'string' ? { ...rest, [name]: moved } : rest)
  }
  return (
    <Stack gap={8}>
      <SegmentedControl
        size="xs"
        aria-label="Fill in one of these"
        data={choices}
        value={chosen}
        onChange={change}
        style={{ alignSelf: 'flex-start' }}
      />
      {children(chosen)}
    </Stack>
  )
}
