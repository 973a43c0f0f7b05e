import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { inputProps, type WidgetProps } from './widget.ts'

/** JSON input for any value. Invalid JSON is reported and not applied. */
export function JsonWidget(props: WidgetProps) {
  const { value, onChange, example } = props
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [problem, setProblem] = useState('')
  const type = (written: string) => {
    setText(written)
    try {
      onChange(written.trim() ? JSON.parse(written) : undefined)
      setProblem('')
    } catch (error) {
      setProblem(`Not valid JSON: ${(error as Error).message}`)
    }
  }
  const shared = inputProps(props)
  return (
    <Textarea
      {...shared}
      error={problem || shared.error}
      autosize
      minRows={3}
      maxRows={20}
      spellCheck={false}
      classNames={{ input: 'mono' }}
      placeholder={example === undefined ? '{}' : JSON.stringify(example, null, 2)}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
