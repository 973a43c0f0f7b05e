import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { inputProps, type WidgetProps } from './widget.ts'

type Pair = [name: string, value: string]

/** An object whose values are texts, as rows of name and value. */
export function PairsWidget(props: WidgetProps) {
  const [pairs, setPairs] = useState<Pair[]>(() =>
    Object.entries((props.value ?? {}) as Record<string, string>),
  )
  const change = (next: Pair[]) => {
    setPairs(next)
    const namedPairs = next.filter(([name]) => name)
    props.onChange(namedPairs.length ? Object.fromEntries(namedPairs) : undefined)
  }
  const put = (at: number, pair: Pair) => change(pairs.map((before, index) => (index === at ? pair : before)))
  return (
    <Input.Wrapper {...inputProps(props)} labelElement="div">
      {pairs.map(([name, value], index) => (
        <Group key={index} gap={4} mb={4} wrap="nowrap">
          <TextInput
            aria-label={`Name ${index + 1}`}
            placeholder="Name"
            flex={1}
            value={name}
            onChange={({ currentTarget }) => put(index, [currentTarget.value, value])}
          />
          <TextInput
            aria-label={`Value ${index + 1}`}
            placeholder="Value"
            flex={2}
            value={value}
            onChange={({ currentTarget }) => put(index, [name, currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${name || `row ${index + 1}`}`}
            onClick={() => change(pairs.filter((_, at) => at !== index))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button size="compact-xs" variant="default" mb={4} onClick={() => setPairs([...pairs, ['', '']])}>
        Add a row
      </Button>
    </Input.Wrapper>
  )
}
