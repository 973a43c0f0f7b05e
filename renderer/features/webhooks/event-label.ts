import { labelIn } from '../../ui/form/choices.ts'
import { useChoices } from '../../ui/form/use-choices.ts'

/** The event that is sent to try out a webhook. Webhooks cannot subscribe to it. */
export const TEST_EVENT = 'webhook.test'

/** Returns a function that labels a type of event. A type that this app does not know is its own label. */
export function useEventLabel(): (type: string) => string {
  const choices = useChoices('webhook-create', 'events[]')
  return type => (type === TEST_EVENT ? 'Test' : labelIn(choices, type))
}
