import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { errorBodyOf } from '../../../lib/call-error.ts'
import classes from './editor.module.css'

/** The way back, and the name, which is changed in its place. */
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
    <Group gap={8} wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
      <ActionIcon
        component={Link}
        to="/parsers"
        variant="subtle"
        color="gray"
        aria-label="All parsers"
        title="All parsers"
      >
        <IconArrowLeft size={18} aria-hidden />
      </ActionIcon>
      <TextInput
        className={classes.name!}
        aria-label="Name of the parser"
        placeholder="Name this parser"
        value={name}
        error={isWrong}
        autoFocus={name === ''}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </Group>
  )
}
