import { TextLink } from '../lists/links.tsx'
import { type Target, useTargetName } from './targets.ts'

/** A link to the target of a job or batch: the page of its parser, or its API in the playground. */
export function TargetLink({ target }: { target: Target }) {
  const name = useTargetName([target])(target)
  const to = target.parser_id ? `/parsers/${target.parser_id}` : `/playground/${target.api_id}`
  return <TextLink to={to}>{name}</TextLink>
}
