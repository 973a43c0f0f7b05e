import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isObject } from '../../../server/base/is-object.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** Parses a text as JSON: returns its value, or why it has none. */
function readValue(text: string, isFields: boolean): { value: unknown } | { problem: string } {
  try {
    const value = text.trim() ? JSON.parse(text) : undefined
    if (!isFields || value === undefined || isObject(value)) return { value }
    return { problem: 'Write an object in braces: {…}' }
  } catch (error) {
    return { problem: `Not valid JSON: ${(error as Error).message}` }
  }
}

/**
 * A JSON field for any value, or with `isFields` for an object. Invalid text is reported and not applied. Meanwhile the
 * form cannot be submitted, since it would send another value than the visible text.
 */
export function JsonWidget({ isFields = false, ...props }: WidgetProps & { isFields?: boolean }) {
  const { value, onChange, example } = props
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [problem, setProblem] = useState('')
  const textArea = useRef<HTMLTextAreaElement>(null)
  useEffect(() => textArea.current?.setCustomValidity(problem), [problem])
  const onType = (newText: string) => {
    setText(newText)
    const result = readValue(newText, isFields)
    setProblem('problem' in result ? result.problem : '')
    if ('value' in result) onChange(result.value)
  }
  const shared = inputProps(props)
  return (
    <Textarea
      {...shared}
      ref={textArea}
      data-unreadable={problem ? true : undefined}
      error={problem || shared.error}
      autosize
      minRows={3}
      maxRows={20}
      spellCheck={false}
      classNames={{ input: 'mono' }}
      placeholder={example === undefined ? '{}' : JSON.stringify(example, null, 2)}
      value={text}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}
