import { Button, Group, Text } from '@mantine/core'
import { offerUndo } from '../../../ui/offer-undo.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Parser } from '../api.ts'
import type { Review } from '../fixtures/use-review.ts'
import { HealthMark } from '../health/health-mark.tsx'
import classes from './editor.module.css'
import type { DrawerName } from './editor-drawer.tsx'
import type { DraftInHand } from './use-draft.ts'
import type { Saving } from './use-save.ts'

interface EditorBarOptions {
  parser: Parser | null
  hand: DraftInHand
  saving: Saving
  review: Review
  onOpen: (drawer: DrawerName) => void
}

/** What is saved and what is not, and what can be done with it. */
export function EditorBar({ parser, hand, saving, review, onOpen }: EditorBarOptions) {
  return (
    <footer className={classes.bar}>
      <Group gap={4} fz={13}>
        <SavedState parser={parser} hand={hand} />
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen('settings')}>
          Settings
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen('tests')}>
          Tests
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
        <Button
          size="xs"
          variant="default"
          disabled={!parser}
          title={parser ? undefined : 'Save it first'}
          onClick={() => onOpen('use')}
        >
          Use it
        </Button>
        <Button
          size="xs"
          disabled={!saving.can}
          loading={saving.saving || review.running}
          onClick={review.save}
        >
          {parser ? `Save as v${saving.next}` : 'Save'}
        </Button>
      </Group>
    </footer>
  )
}

function SavedState({ parser, hand }: { parser: Parser | null; hand: DraftInHand }) {
  const giveUp = () => offerUndo('Your changes are given up.', hand.discard())
  if (hand.changed)
    return (
      <>
        <StateDot state="warn">
          {parser ? `v${parser.version}, changes not saved` : 'Not saved, draft kept'}
        </StateDot>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={giveUp}>
          Give up
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
