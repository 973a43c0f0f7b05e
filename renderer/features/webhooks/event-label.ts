import { labelIn } from '../../ui/form/choices.ts'
import { useChoices } from '../../ui/form/use-choices.ts'

/** A function that gives what people call a type of events; the type itself where it is none to choose, such as that of tests. */
export function useEventLabel(): (type: string) => string {
  const choices = useChoices('webhook-create', 'events[]')
  return type => labelIn(choices, type)
}
