import { createParser } from 'eventsource-parser'

/** How a body can be looked at: JSON of one value, one a line, or one an event; text; what only other programs open. */
export type BodyShape = 'json' | 'lines' | 'events' | 'text' | 'closed'

export interface BodyFormat {
  shape: BodyShape
  /** Of the file that it is saved as. */
  ending: string
}

const FORMATS: Record<string, BodyFormat> = {
  'application/json': { shape: 'json', ending: 'json' },
  'application/x-ndjson': { shape: 'lines', ending: 'ndjson' },
  'text/event-stream': { shape: 'events', ending: 'txt' },
  'text/csv': { shape: 'text', ending: 'csv' },
  'text/markdown': { shape: 'text', ending: 'md' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { shape: 'closed', ending: 'xlsx' },
}

/** The format that a `Content-Type` names; text for any that is not known. */
export const formatOf = (contentType: string | null | undefined): BodyFormat =>
  FORMATS[contentType?.split(';')[0] ?? ''] ?? { shape: 'text', ending: 'txt' }

/** The JSON texts of a body of events, one each. */
export function eventsIn(text: string): string[] {
  const events: string[] = []
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(text)
  return events
}

const READERS: Record<BodyShape, (text: string) => unknown> = {
  json: text => JSON.parse(text),
  lines: text =>
    text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line)),
  events: text => eventsIn(text).map(event => JSON.parse(event)),
  text: text => text,
  closed: () => null,
}

/** What a body holds: lines and events are a list. */
export const valueIn = (text: string, shape: BodyShape): unknown => READERS[shape](text)
