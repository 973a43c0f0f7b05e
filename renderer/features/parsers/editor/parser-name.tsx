import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { errorBodyOf } from '../../../lib/service/call-error.ts'
import classes from './editor.module.css'

/** The name of the parser, edited in place. It gets the focus if the parser cannot be saved because of it. */
export function ParserName({
  name,
  error,
  onChange,
}: {
  name: string
  error: unknown
  onChange: (name: string) => void
}) {
  const isWrong = Boolean(error) && errorBodyOf(error).field === 'name'
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error && errorBodyOf(error).field === 'name') input.current?.focus()
  }, [error])
  return (
    <TextInput
      ref={input}
      className={classes.name!}
      aria-label="Name of the parser"
      placeholder="Name this parser"
      value={name}
      error={isWrong}
      autoFocus={name === ''}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
