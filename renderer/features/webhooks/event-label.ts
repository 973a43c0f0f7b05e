import { labelIn } from '../../ui/form/choices.ts'
import { useChoices } from '../../ui/form/use-choices.ts'

/** The event that a person sends to try a webhook; it cannot be subscribed to. */
export const TEST_EVENT = 'webhook.test'

/** A function that gives what people call a type of events; the type itself where this app does not know it. */
export function useEventLabel(): (type: string) => string {
  const choices = useChoices('webhook-create', 'events[]')
  return type => (type === TEST_EVENT ? 'Test' : labelIn(choices, type))
}
