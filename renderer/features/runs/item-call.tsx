import { Group } from '@mantine/core'
import { playgroundPath } from '../../lib/playground-path.ts'
import { counted } from '../../ui/counted.ts'
import { Fact } from '../../ui/fact.tsx'
import { durationText } from '../../ui/jobs/durations.ts'
import { TargetLink } from '../../ui/jobs/target-link.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import { operationName } from '../../ui/operation-name.ts'
import { ShownId } from '../../ui/shown-id.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import type { Item } from './api.ts'

type Call = NonNullable<Item['call']>

const stateOf = ({ status }: Call) => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

/** Shows the last call that was made for an item: what it ran and how it ended. */
export const ItemCall = ({ call }: { call: Call }) => (
  <Group component="section" aria-label="Call" gap={24} align="flex-start">
    <Fact name="Call" note={<Time at={call.created_at} />}>
      <TextLink
        to={playgroundPath(call.operation, call.parser_id ? { parserId: call.parser_id } : undefined)}
      >
        {operationName(call.operation)}
      </TextLink>
    </Fact>
    <Fact name="Answer" note={durationText(call.ms)}>
      <StateDot state={stateOf(call)}>{[call.status, call.error].filter(Boolean).join(' ')}</StateDot>
    </Fact>
    {call.parser_id && (
      <Fact name="Parser" note={call.sources.join(', ')}>
        <TargetLink target={{ parser_id: call.parser_id }} />
      </Fact>
    )}
    <Fact name="Credits">{call.credits ? counted(call.credits, 'credit') : 'none'}</Fact>
    <Fact name="Request ID">
      <ShownId id={call.id} what="the request ID" />
    </Fact>
  </Group>
)
