import { Button, Paper, Text } from '@mantine/core'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useConnection } from '../lib/service/connection.ts'
import { Marked } from '../ui/marked.tsx'
import classes from './shell.module.css'

/**
 * Says that the service is away. During a navigation to a page whose code the service has to send, also says that this page
 * opens later.
 */
export function AwayNotice() {
  const isAway = useConnection() === 'away'
  const isLeaving = useNavigation().location !== undefined
  const here = useLocation()
  const navigate = useNavigate()
  if (!isAway) return null
  return (
    <Paper className={classes.away!} withBorder shadow="sm" role="status">
      <Text size="sm">
        <Marked>
          {isLeaving
            ? 'Winnow does not answer. The page that you chose opens once it does.'
            : 'Winnow does not answer. If it has ended, start it again with `npm start`: this window then reconnects.'}
        </Marked>
      </Text>
      {isLeaving && (
        <Button size="compact-sm" variant="default" onClick={() => void navigate(here, { replace: true })}>
          Stay here
        </Button>
      )}
    </Paper>
  )
}
