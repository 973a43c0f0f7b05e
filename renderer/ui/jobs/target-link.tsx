import { TextLink } from '../lists/links.tsx'
import { type Target, useTargetName } from './targets.ts'

/** What a job or a batch runs, as a link to the parser or to the API in the playground. */
export function TargetLink({ target }: { target: Target }) {
  const name = useTargetName()(target)
  const to = target.parser_id ? `/parsers/${target.parser_id}` : `/playground/${target.api_id}`
  return <TextLink to={to}>{name}</TextLink>
}
