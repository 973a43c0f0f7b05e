import type { z } from 'zod'
import type { Context, Operation } from '../operation.ts'

type EventsOperation<Id extends string, In extends z.ZodObject, Out extends z.ZodType, Owned> = Omit<
  Operation<Id, In, Out, Owned>,
  'answer' | 'run'
> & { run(input: z.output<In>, context: Context<Owned>): AsyncIterable<z.input<Out>> }

/** Defines an operation that answers with a stream of events. `output` describes one event. */
export const defineEvents = <
  const Id extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Owned = undefined,
>(
  operation: EventsOperation<Id, In, Out, Owned>,
) => ({ ...operation, answer: 'events' }) as unknown as Operation<Id, In, Out, Owned>
