import { useEffect, useRef, useState } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import { readJson } from '../../../lib/read-json.ts'
import { formatJson } from '../schema-text.ts'
import classes from './schema-form.module.css'

const textOf = (value: Json | undefined) => (value === undefined ? '' : formatJson(value))

const INVALID_JSON = 'Not valid JSON. Put texts in quotes.'

/**
 * A JSON field for a value without a widget of its own. Empty text removes the value; invalid JSON stays in the field and
 * is not applied.
 */
export function JsonInput({
  value,
  label,
  onChange,
}: {
  value: Json | undefined
  label: string
  onChange: (value: Json | undefined) => void
}) {
  const [typedText, setTypedText] = useState<string>()
  const text = typedText ?? textOf(value)
  const isWrong = text.trim() !== '' && readJson(text) === undefined
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.setCustomValidity(isWrong ? INVALID_JSON : ''), [isWrong])
  const change = (next: string) => {
    setTypedText(next)
    const parsed = readJson(next)
    if (next.trim() === '' || parsed !== undefined) onChange(parsed)
  }
  return (
    <textarea
      ref={area}
      data-unreadable={isWrong || undefined}
      className={classes.value}
      rows={Math.min(text.split('\n').length, 8)}
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? INVALID_JSON : label}
      placeholder="JSON"
      value={text}
      spellCheck={false}
      onChange={event => change(event.currentTarget.value)}
      onBlur={() => isWrong || setTypedText(undefined)}
    />
  )
}
