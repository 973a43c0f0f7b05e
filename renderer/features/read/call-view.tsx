import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { playgroundPath } from '../../lib/playground-path.ts'
import { CallCode } from '../../ui/code/call-code.tsx'
import classes from './read.module.css'

/** The call as code for other programs. */
export function CallView({
  operation,
  request: { html, ...input },
}: {
  operation: string
  request: { html?: File; [field: string]: unknown }
}) {
  return (
    <div className={classes.scroll}>
      <div className={classes.call}>
        <CallCode id={operation} input={{ ...input, ...(html && { html: html.name }) }} />
        <Text size="xs" c="dimmed" mt={8}>
          <code>KEY</code> holds an API key: <code>export KEY=wk_…</code> ·{' '}
          <Anchor component={Link} to="/keys" inherit underline="always">
            Create a key
          </Anchor>{' '}
          ·{' '}
          <Anchor component={Link} to={playgroundPath(operation, input)} inherit underline="always">
            Open in the Playground
          </Anchor>
        </Text>
      </div>
    </div>
  )
}
