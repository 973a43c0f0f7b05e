import { sentTarget } from '../../ui/crons/draft-target.ts'
import { newSchedule } from '../../ui/crons/schedule.ts'
import type { Cron, CronBody } from './api.ts'

/** A cron while it is edited. It may not have a name yet. */
export type CronDraft = Omit<CronBody, 'name'> & { name?: string }

export const newDraft = (): CronDraft => ({ ...newSchedule(), target: { type: 'parser' } })

/** Returns the editable part of a saved cron. */
export const draftOf = ({
  id: _id,
  version: _version,
  reading: _reading,
  next_run_at: _next,
  last_run: _last,
  failures: _failures,
  paused_reason: _reason,
  created_at: _created,
  updated_at: _updated,
  ...draft
}: Cron): CronDraft => draft

/** Returns the body to send. The service reports a missing name. */
export const bodyOf = ({ target, ...draft }: CronDraft) =>
  ({ ...draft, target: sentTarget(target) }) as CronBody
