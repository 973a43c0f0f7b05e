import { createParser } from 'eventsource-parser'

/**
 * How a body can be shown: as one JSON value, one value per line, one per event, as text, or not at all (`closed`: only
 * other programs can open it).
 */
export type BodyShape = 'json' | 'lines' | 'events' | 'text' | 'closed'

export interface BodyFormat {
  shape: BodyShape
  /** The file extension. */
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

/** Returns the format of a `Content-Type`; text if the type is unknown. */
export const formatOf = (contentType: string | null | undefined): BodyFormat =>
  FORMATS[contentType?.split(';')[0] ?? ''] ?? { shape: 'text', ending: 'txt' }

/** Returns the JSON text of each event in a body. */
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

/** Returns the parsed value of a body; lines and events become a list. */
export const valueIn = (text: string, shape: BodyShape): unknown => READERS[shape](text)
