import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallError } from '../../lib/service/call-error.ts'

/** Whether a change was refused because the record has a newer version, which `NewerVersion` shows. */
export const isStale = (error: unknown) => error instanceof CallError && error.status === 412

/** Says that a newer version was saved elsewhere during the edit, and lets the user choose one of the two. */
export const NewerVersion = ({
  className,
  version,
  base,
  onDiscard,
  onSaveMine,
  children,
}: {
  className: string | undefined
  version: number
  /** The version that the changes are based on. */
  base: number
  onDiscard: () => void
  onSaveMine: () => void
  /** More buttons, before the others. */
  children?: ReactNode
}) => (
  <Alert className={className} color="yellow" radius={0} role="status">
    <Group justify="space-between">
      {`Version ${version} was saved elsewhere. Your changes are based on version ${base}.`}
      <Group gap={8}>
        {children}
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard my changes
        </Button>
        <Button size="compact-sm" variant="default" onClick={onSaveMine}>
          Save mine as a new version
        </Button>
      </Group>
    </Group>
  </Alert>
)
