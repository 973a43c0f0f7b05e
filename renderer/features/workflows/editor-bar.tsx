import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { modKey } from '../../lib/mod-key.ts'
import { ExplainedButton, ExplainedIcon, unchangedReason } from '../../ui/actions/explained-button.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { NodeKind, Problem, Workflow } from './api.ts'
import type { GraphState } from './graph/use-graph.ts'
import { ProblemList } from './problem-list.tsx'
import type { SaveState } from './use-save.ts'
import classes from './workflows.module.css'

interface EditorBarOptions {
  workflow: Workflow | null
  isDeleted: boolean
  editing: GraphState
  saving: SaveState
  problems: readonly Problem[] | undefined
  hasCheckFailed: boolean
  untouched: ReadonlySet<string>
  kinds: readonly NodeKind[]
  onSelect: (node: string) => void
  onArrange: () => void
  onVersions: () => void
  onRun: () => void
}

/** Shows the problems of the graph and whether it is saved, with the actions on it. */
export function EditorBar(options: EditorBarOptions) {
  const {
    workflow,
    isDeleted,
    editing,
    saving,
    problems,
    hasCheckFailed,
    untouched,
    kinds,
    onSelect,
    onArrange,
    onVersions,
    onRun,
  } = options
  return (
    <footer className={classes.bar}>
      <Group gap="4px 12px" fz={13}>
        <ProblemList {...{ problems, hasCheckFailed, untouched, kinds, onSelect }} graph={editing.graph} />
        <Group gap={4} wrap="nowrap">
          <StepButton verb="Undo" keys={`${modKey} Z`} icon={IconArrowBackUp} onClick={editing.undo} />
          <StepButton
            verb="Redo"
            keys={`${modKey} Shift Z`}
            icon={IconArrowForwardUp}
            onClick={editing.redo}
          />
        </Group>
        <Button size="compact-sm" variant="subtle" onClick={onArrange}>
          Arrange
        </Button>
        {workflow && (
          <Button size="compact-sm" variant="subtle" onClick={onVersions}>
            Versions
          </Button>
        )}
      </Group>
      <Group gap={8}>
        <SavedState workflow={workflow} isChanged={editing.isChanged} />
        <Button size="xs" variant="default" onClick={onRun}>
          Run…
        </Button>
        <ExplainedButton
          size="xs"
          reason={isDeleted ? 'Restore the workflow first.' : unchangedReason(saving)}
          loading={saving.isSaving}
          onClick={saving.save}
        >
          {workflow ? `Save as v${workflow.version + 1}` : 'Save'}
        </ExplainedButton>
      </Group>
    </footer>
  )
}

const StepButton = ({
  verb,
  keys,
  icon: Icon,
  onClick,
}: {
  verb: string
  keys: string
  icon: typeof IconArrowBackUp
  onClick: (() => void) | null
}) => (
  <ExplainedIcon
    label={verb}
    title={`${verb} (${keys})`}
    reason={onClick ? null : `There is nothing to ${verb.toLowerCase()}.`}
    onClick={() => onClick?.()}
  >
    <Icon size={18} aria-hidden />
  </ExplainedIcon>
)

function SavedState({ workflow, isChanged }: { workflow: Workflow | null; isChanged: boolean }) {
  if (!workflow) return <Text size="sm">Not saved yet</Text>
  if (isChanged) return <StateDot state="warn">{`v${workflow.version}, unsaved changes`}</StateDot>
  return (
    <Text size="sm" className="tabular">
      {`v${workflow.version} · saved `}
      <Time at={workflow.updated_at} />
    </Text>
  )
}
