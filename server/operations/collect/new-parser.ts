import { AppError } from '../../base/errors.ts'
import { fieldBelow } from '../jobs/targets.ts'
import { newParser } from '../parsers/records.ts'
import type { Services } from '../services.ts'
import type { CollectBody } from './body.ts'

/** What is run, by services that know it. */
interface Runnable<S> {
  services: S
  target: CollectBody['target']
  /** Writes the parser that is new; for use inside a transaction. */
  write(): void
}

/**
 * The target of a call. Where the call brings a new parser, the target names that one, and the services find it although it is
 * not written yet. Throws 400 where the target names another.
 */
export function runnableTarget<S extends Services>(
  services: S,
  accountId: string,
  { target, parser }: Pick<CollectBody, 'target' | 'parser'>,
): Runnable<S> {
  if (!parser) return { services, target, write: () => undefined }
  if (target.type !== 'parser' || target.id !== null) throw severalTargets()
  const { store, now } = services
  const { record, write } = made(() => newParser(store, accountId, parser, now()))
  const find: typeof store.parsers.find = async (account, id) =>
    account === accountId && id === record.id ? record : store.parsers.find(account, id)
  return {
    services: { ...services, store: { ...store, parsers: { ...store.parsers, find } } },
    target: { ...target, id: record.id },
    write,
  }
}

function made<T>(create: () => T): T {
  try {
    return create()
  } catch (error) {
    throw fieldBelow('parser', error)
  }
}

const severalTargets = () =>
  new AppError('invalid_input', 'The new parser is what is run: the target names nothing else.', {
    field: 'target',
    hint: 'Give `target` the type `parser` and no `id`, or leave `parser` out.',
  })
