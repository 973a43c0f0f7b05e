import { SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type Values = Record<string, unknown>

/** Exclusive fields, with a choice of which one to fill in. */
export function OneOf({
  names,
  values,
  onChange,
  children,
}: {
  names: string[]
  values: Values
  onChange: (values: Values) => void
  children: (name: string) => ReactNode
}) {
  const [chosen, choose] = useState(names.find(name => values[name] !== undefined) ?? names[0]!)
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
        data={names}
        value={chosen}
        onChange={change}
        style={{ alignSelf: 'flex-start' }}
      />
      {children(chosen)}
    </Stack>
  )
}
