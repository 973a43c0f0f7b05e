import type { Platform } from '../define-prebuilt.ts'
import { assignedJson } from '../embedded-json.ts'
import { savedPayloads } from '../saved-page.ts'
import { renderedIn } from './rendered.ts'

/** The variables in which a page's scripts carry its state. */
const STATES = ['ytInitialData', 'ytInitialPlayerResponse']

export const videosite: Platform = {
  name: 'videosite',
  origin: 'https://www.youtube.com',
  payloadsOf: page => savedPayloads(page, html => [...statesOf(html), ...renderedIn(html)]),
}

/** The state of an HTML page; the page itself where it has none, so that a captcha can still be told. */
export function statesOf(html: string): unknown[] {
  const states = STATES.flatMap(name => [...assignedJson(html, name)])
  return states.length > 0 ? states : [html]
}
