import { Anchor, Drawer, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { Item } from './api.ts'

/** One item: why it failed, and all of its value. */
export const ItemDrawer = ({
  item,
  node,
  onClose,
}: {
  item: Item | null
  node: string
  onClose: () => void
}) => (
  <Drawer opened={item !== null} onClose={onClose} title={`Item ${item?.index} of ${node}`} size="lg">
    {item && (
      <Stack gap={16}>
        {item.error && <ErrorNotice error={errorOf(item.error)} />}
        {item.child_run_id && (
          <Anchor component={Link} to={`/runs/${item.child_run_id}`} size="sm">
            Open the run of the sub-workflow
          </Anchor>
        )}
        <CodeBlock code={JSON.stringify(item.value, null, 2)} what="the value" />
      </Stack>
    )}
  </Drawer>
)

const errorOf = ({ code, message, hint, field }: NonNullable<Item['error']>) =>
  new CallError(0, { error: message, detail: code, ...(hint && { hint }), ...(field && { field }) })
