import { AppError } from '../../base/errors.ts'
import { fieldBelow } from '../jobs/targets.ts'
import { newParser } from '../parsers/records.ts'
import type { Services } from '../services.ts'
import type { CollectBody } from './body.ts'

/** A target to run, and the services that can find its parser. */
interface RunnableTarget<S> {
  services: S
  target: CollectBody['target']
  /** Writes the new parser. Call it inside a transaction. */
  write(): void
}

/**
 * Returns the target of a call. If the call has a new parser, the target refers to it, and the services find it before it is
 * written. Throws 400 if the target names another parser.
 */
export function runnableTarget<S extends Services>(
  services: S,
  accountId: string,
  { target, parser }: Pick<CollectBody, 'target' | 'parser'>,
): RunnableTarget<S> {
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
