import { useEffect, useRef, useState } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import { formatJson, readJson } from '../schema-text.ts'
import classes from './schema-form.module.css'

const textOf = (value: Json | undefined) => (value === undefined ? '' : formatJson(value))

const WRONG = 'Not valid JSON. Put texts in quotes.'

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
  const [typed, setTyped] = useState<string>()
  const text = typed ?? textOf(value)
  const isWrong = text.trim() !== '' && readJson(text) === undefined
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.setCustomValidity(isWrong ? WRONG : ''), [isWrong])
  const change = (next: string) => {
    setTyped(next)
    const read = readJson(next)
    if (next.trim() === '' || read !== undefined) onChange(read)
  }
  return (
    <textarea
      ref={area}
      data-unreadable={isWrong || undefined}
      className={classes.value}
      rows={Math.min(text.split('\n').length, 8)}
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? WRONG : label}
      placeholder="JSON"
      value={text}
      spellCheck={false}
      onChange={event => change(event.currentTarget.value)}
      onBlur={() => isWrong || setTyped(undefined)}
    />
  )
}
