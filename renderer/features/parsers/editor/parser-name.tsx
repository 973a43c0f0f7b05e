import { TextInput } from '@mantine/core'
import { errorBodyOf } from '../../../lib/service/call-error.ts'
import classes from './editor.module.css'

/** The name of the parser, edited in place. */
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
  return (
    <TextInput
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
