import { useState } from 'react'
import type { Json } from '../../../../server/parsers/parser-schema.ts'
import { formatJson, readJson } from '../schema-text.ts'
import classes from './schema-form.module.css'

const textOf = (value: Json | undefined) => (value === undefined ? '' : formatJson(value))

/** A value that has no widget of its own, as JSON in its place. Empty takes it away; what is no JSON is not applied. */
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
  const change = (next: string) => {
    setTyped(next)
    const read = readJson(next)
    if (next.trim() === '' || read !== undefined) onChange(read)
  }
  return (
    <textarea
      className={classes.value}
      rows={Math.min(text.split('\n').length, 8)}
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? 'This is no JSON; a text needs quotes.' : label}
      placeholder="JSON"
      value={text}
      spellCheck={false}
      onChange={event => change(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
