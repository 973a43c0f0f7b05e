import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { counted } from '../../ui/counted.ts'
import type { RunStep, WorkflowRun } from '../../ui/runs/records.ts'
import type { RetryOptions } from './api.ts'

/** The choice of what to retry of a finished run, with the version that ran or the latest version. */
export function RetryMenu({
  run,
  step,
  nameOf,
  loading,
  onRetry,
}: {
  run: WorkflowRun
  step: RunStep | undefined
  nameOf: (node: string) => string
  loading: boolean
  onRetry: (options: RetryOptions) => void
}) {
  const failed = run.items_failed
  const versions = [
    { version: 'same', label: `With version ${run.workflow_version} (as run)` },
    { version: 'latest', label: 'With the latest version' },
  ] as const
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button loading={loading} rightSection={<IconChevronDown size={16} aria-hidden />}>
          Retry
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {versions.map(({ version, label }) => (
          <div key={version}>
            <Menu.Label>{label}</Menu.Label>
            {(failed > 0 || run.state !== 'completed') && (
              <Menu.Item onClick={() => onRetry({ from: 'failed', version })}>
                {failed > 0 ? `Only ${counted(failed, 'failed item')}` : 'Only unfinished steps'}
              </Menu.Item>
            )}
            {step && (
              <Menu.Item onClick={() => onRetry({ from: step.node_id, version })}>
                {`From the step “${nameOf(step.node_id)}” on`}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => onRetry({ from: 'start', version })}>
              Everything from the start
            </Menu.Item>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
