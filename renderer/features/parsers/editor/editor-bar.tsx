import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { startCollecting } from '../../../lib/collect-start.ts'
import { useAccount } from '../../../lib/service/account.ts'
import { ExplainedButton, unchangedReason } from '../../../ui/actions/explained-button.tsx'
import { offerUndo } from '../../../ui/actions/offer-undo.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Parser } from '../api.ts'
import type { Review } from '../fixtures/use-review.ts'
import { statsQuery } from '../health/api.ts'
import classes from './editor.module.css'
import type { DrawerName } from './editor-drawer.tsx'
import type { DraftState } from './use-draft.ts'
import type { SaveState } from './use-save.ts'

interface EditorBarOptions {
  /** The result on the open page, and the address of the page if it has one. */
  result: Record<string, unknown> | undefined
  address: string | undefined
  parser: Parser | null
  isDeleted: boolean
  editing: DraftState
  saving: SaveState
  review: Review
  onOpen: (drawer: DrawerName) => void
}

/** The bar that says whether the draft is saved, with the actions on it. */
export function EditorBar(options: EditorBarOptions) {
  const { parser, isDeleted, editing, saving, review, result, address, onOpen } = options
  const account = useAccount()
  const navigate = useNavigate()
  const collect = () =>
    navigate(
      startCollecting(account, {
        target: { type: 'parser', id: parser!.id, input: address ? { url: address } : {} },
        sample: result,
      }),
    )
  return (
    <footer className={classes.bar}>
      <Group gap={4} fz={13}>
        <SavedState parser={parser} editing={editing} />
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen('settings')}>
          Settings
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen('tests')}>
          Test addresses
        </Button>
        {parser && (
          <>
            <Button size="compact-sm" variant="subtle" onClick={() => onOpen('fixtures')}>
              Saved pages
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => onOpen('versions')}>
              Versions
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => onOpen('stats')}>
              Stats
            </Button>
            <HealthMark parserId={parser.id} />
          </>
        )}
      </Group>
      <Group gap={8}>
        <ExplainedButton
          size="xs"
          variant="default"
          reason={parser && !editing.isChanged ? null : 'Save the parser first.'}
          onClick={collect}
        >
          Collect this
        </ExplainedButton>
        <ExplainedButton
          size="xs"
          variant="default"
          reason={parser ? null : 'Save the parser first.'}
          onClick={() => onOpen('use')}
        >
          Use
        </ExplainedButton>
        <ExplainedButton
          size="xs"
          reason={isDeleted ? 'Restore the parser first.' : unchangedReason(saving)}
          loading={saving.isSaving || review.running}
          onClick={review.save}
        >
          {parser ? `Save as v${saving.next}` : 'Save'}
        </ExplainedButton>
      </Group>
    </footer>
  )
}

function SavedState({ parser, editing }: { parser: Parser | null; editing: DraftState }) {
  const discard = () => offerUndo('Your changes were discarded.', editing.discard())
  if (editing.isChanged)
    return (
      <>
        <StateDot state="warn">
          {parser ? `v${parser.version}, unsaved changes` : 'Not saved yet, draft kept'}
        </StateDot>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={discard}>
          Discard changes
        </Button>
      </>
    )
  if (!parser) return <Text size="sm">Not saved yet</Text>
  return (
    <Text size="sm" className="tabular">
      {`v${parser.version} · saved `}
      <Time at={parser.updated_at} />
    </Text>
  )
}

/** Warns that fields have values less often than before; hidden if there are none. */
function HealthMark({ parserId }: { parserId: string }) {
  const stats = useQuery(statsQuery(useAccount(), parserId))
  const degraded = stats.data?.health.degraded ?? []
  if (degraded.length === 0) return null
  return <StateDot state="warn">{`${degraded.map(({ field }) => field).join(', ')} often empty`}</StateDot>
}
