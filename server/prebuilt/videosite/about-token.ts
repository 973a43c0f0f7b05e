import { message, token } from './protobuf.ts'

/** The panel that the token names. Any id of this form does. */
const PANEL = '00000000-0000-2000-8000-000000000000'

/**
 * A token that asks for the About panel of a channel (`UC` and 22 characters), as the platform's own pages carry it:
 * field 80226972 {2: channel, 3: {110 {3 {19 {1: panel}}}}}, the inner message as a token of its own.
 */
export function aboutToken(channelId: string, panel = PANEL): string {
  const inner = message({ 110: message({ 3: message({ 19: message({ 1: panel }) }) }) })
  return token(message({ 80226972: message({ 2: channelId, 3: token(inner) }) }))
}
