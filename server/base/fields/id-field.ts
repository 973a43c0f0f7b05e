import { z } from 'zod'
import { oncePerKey } from '../once.ts'
import { capitalized } from './labelled.ts'

/** What people call each kind of record that is referred to by an id. */
export type RecordNoun =
  | 'API'
  | 'batch'
  | 'cron'
  | 'cron run'
  | 'database'
  | 'delivery'
  | 'job'
  | 'key'
  | 'parser'
  | 'result'
  | 'row'
  | 'saved page'
  | 'saved request'
  | 'sent page'
  | 'session'
  | 'sign-in'
  | 'webhook'
  | 'workflow'
  | 'workflow run'

/**
 * The id of a record. Its JSON Schema names the kind of record, so that a form can offer the existing ones. `within` is the
 * sibling field with the id of the record that contains it, such as the database of a row.
 */
export const idField = (noun: RecordNoun, within?: string) =>
  within === undefined ? fieldOf(noun) : fieldOf(noun).meta({ 'x-id-in': within })

const fieldOf = oncePerKey(noun =>
  z
    .string()
    .min(1)
    .max(100)
    .meta({
      description: `Id of the ${noun}.`,
      title: capitalized(noun),
      'x-id-of': noun,
    }),
)
