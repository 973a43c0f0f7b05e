import type { Segment } from './transcript-output.ts'

const CLOCK = /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{2})\s*$/

/** `8:43` or `1:02:03` in seconds. */
export function clockSeconds(text: string | null): number | null {
  const [found, hours = '0', minutes, seconds] = CLOCK.exec(text ?? '') ?? []
  return found === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Segments that have no end of their own, each until the next one begins; the last one's end is not known. */
export const untilNext = (segments: Segment[]): Segment[] =>
  segments.map(({ text, start }, index) => {
    const next = segments[index + 1]?.start ?? null
    return { text, start, duration: start !== null && next !== null && next >= start ? next - start : null }
  })
