import { isTimeZone } from './date-parts.ts'

/** Abbreviations with the same offset wherever they are used. `CST`, `IST` and `EST` have several. */
const ONE_OFFSET: Record<string, string> = {
  Z: 'Z', UT: 'Z', UTC: 'Z', GMT: 'Z', WEST: '+01:00', CET: '+01:00', MEZ: '+01:00', CEST: '+02:00', MESZ: '+02:00', EEST: '+03:00', JST: '+09:00', KST: '+09:00', HKT: '+08:00', WIB: '+07:00', WITA: '+08:00', AWST: '+08:00', ACST: '+09:30', ACDT: '+10:30', AEST: '+10:00', AEDT: '+11:00', NZST: '+12:00', NZDT: '+13:00',
} // biome-ignore format: a table

const OFFSET = /^\s?(?:[[(]|\(?(?:GMT|UTC|UT)\s?)?([+-])(\d{1,2})(?::?(\d{2}))?(?![\d:])/i
/** The end of a range, whose dash is no sign: `7pm-9pm`, `10 am -4:30 p.m.`. */
const END_OF_RANGE = /^\s?-\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?\s?m(?!\p{L})/iu
/** A small plus sign counts days: `00:12⁺¹`. */
const NEXT_DAY = /^\s?\u207a[\d\u00b9\u00b2]?/u
const NAME = /^[\s([]{0,2}(Z|[A-Z]{2,5}|МСК|мск)(?!\p{L})/u
/** Most names of zones end with T. Other capitalized words after a time are not zones, and neither are days and months. */
const ZONE = /^(?!OCT|SEPT|SAT)(?:[A-Z]{1,4}T|MSK|MSD|МСК|мск)$/
/** `Europe/Berlin`, in brackets (RFC 9557) or without. */
const REGION =
  /^[\s([]{0,2}!?((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)(?:\/[\w+-]{1,20}){1,2})/
const WORDS =
  /^[\s([]{0,2}(?:(?:eastern|central|mountain|pacific|atlantic)(?:\s(?:standard|daylight))?(?:\stime)?)(?!\p{L})/iu

interface FoundZone {
  offset?: string
  /** An IANA name. */
  zone?: string
  /** Why the time is ambiguous. */
  unclear?: string
  /** The number of characters of its name, including the spaces before it. Digits alone may also belong to what follows. */
  length?: number
}

/**
 * Reads the offset or zone after a time: `Z`, `+02:00`, `GMT+2`, `CEST`, `[Europe/Berlin]`. `end` is where the time ends.
 * `range` is the time in minutes of the day if a minus after it may lead to a second time, as in `10:00-12:00`.
 */
export function zoneAfter(text: string, end: number, range: number | null): FoundZone {
  const rest = text.slice(end, end + 40)
  if (END_OF_RANGE.test(rest)) return {}
  const [nextDay] = NEXT_DAY.exec(rest) ?? []
  if (nextDay !== undefined)
    return { unclear: `it is not certain how many days later ${JSON.stringify(nextDay.trim())} is` }
  const [offset, sign, hours, minutes = '00'] = OFFSET.exec(rest) ?? []
  if (offset !== undefined) {
    const length = /[a-z]/i.test(offset) ? offset.length : 0
    return { ...offsetOf(offset, sign!, Number(hours), minutes, range), length }
  }
  const [region, regionName = ''] = REGION.exec(rest) ?? []
  if (region !== undefined && isTimeZone(regionName)) return { zone: regionName, length: region.length }
  const [{ length } = '', name = ''] = NAME.exec(rest) ?? []
  if (ONE_OFFSET[name]) return { offset: ONE_OFFSET[name], length }
  const zone = region ?? (ZONE.test(name) ? rest.slice(0, length) : WORDS.exec(rest)?.[0])
  if (!zone) return {}
  return { unclear: `it is not certain which offset ${JSON.stringify(zone.trim())} is`, length: zone.length }
}

function offsetOf(
  text: string,
  sign: string,
  hours: number,
  minutes: string,
  range: number | null,
): FoundZone {
  const isNamed = /[a-z]/i.test(text)
  // One digit may also be the end of a range (`18:00-8:00`) or the days until then (`06:30 +1`).
  const isOffset = hours <= 14 && /^(?:00|15|30|45)$/.test(minutes) && (isNamed || /^\D*\d\d/.test(text))
  // Two digits apart from a time may also be minutes of delay: `18:30 +12`.
  const mayBeDelay = !isNamed && range !== null && /^\s[[(]?\+1\d$/.test(text)
  const isEnd = sign === '-' && !isNamed && range !== null && hours * 60 + Number(minutes) >= range
  if (isOffset && !isEnd && !mayBeDelay)
    return { offset: `${sign}${String(hours).padStart(2, '0')}:${minutes}` }
  return { unclear: `it is not certain whether ${JSON.stringify(text.trim())} is an offset` }
}
