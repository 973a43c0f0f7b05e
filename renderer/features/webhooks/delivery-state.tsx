import { stateLabel } from '../../../server/base/fields/state-labels.ts'
import { type StateColour, StateDot } from '../../ui/state-dot.tsx'
import type { Delivery } from './api.ts'

const STATES: Record<Delivery['state'], StateColour> = { pending: 'busy', delivered: 'good', failed: 'bad' }

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <StateDot state={STATES[state]}>{stateLabel(state)}</StateDot>
)

/** Why a receiver did not answer, by error code. */
const REASONS = new Map([
  ['connection', 'could not connect'],
  ['timeout', 'it took too long'],
  ['target_forbidden', 'its host is not allowed'],
])

/** Describes the outcome of an attempt: the status of the receiver, or why there is none. */
export const outcomeOf = ({ status, error }: Delivery['attempts'][number]) =>
  status === null ? `no answer: ${REASONS.get(error ?? '') ?? error}` : `answered ${status}`
