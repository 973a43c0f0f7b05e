import { oncePerRecentKey } from '../../../base/once.ts'
import { MAX_LOCALES } from '../locale.ts'
import { describeValue } from '../reading.ts'
import type { DateParts } from './date-parts.ts'
import { dateWordsOf } from './date-words.ts'
import { zoneAfter } from './time-zones.ts'

/** A time of day in a text, and the text without it. */
export interface FoundTime {
  parts: Partial<DateParts>
  rest: string
}

interface TimeForm {
  /** A fast check for what a text must contain for this form. */
  hint: RegExp
  /** The pattern. Its groups are `hour`, `minute`, `second`, and the words for the half of the day. */
  form: RegExp
}

/** Words directly before a time. Without them, `2 h` or `2 hours` may be a duration. */
const AT = '(?<=(?<!\\p{L})(?:at|um|à|a|às|as|alle|ore|om|kl|klo|o|в|у)\\.?\\s(?:las?\\s)?)'

const POINT_AND_MINUTE = '\\.(?<minute>[0-5]\\d)'

/** Returns the ways to write a time in a language. */
const formsOf = oncePerRecentKey(MAX_LOCALES, (locale: string): TimeForm[] => {
  const { am, pm, period, hour, minute } = dateWordsOf(locale)
  const before = `(?:(?:(?<amFirst>${am})|(?<pmFirst>${pm})|(?<periodFirst>${period}))\\s?)?`
  const after = `(?:\\s?(?:(?<am>a\\.?\\s?m\\.?|${am})|(?<pm>p\\.?\\s?m\\.?|${pm}))(?!\\p{L}))`
  // Timetables shorten it to a letter right at the minutes: `6:12p`.
  const afterMinutes = after.replace('(?<am>', '(?<am>(?<=\\d)a|').replace('(?<pm>', '(?<pm>(?<=\\d)p|')
  const part = `(?:\\s?(?<period>${period})(?!\\p{L}))?`
  const start = '(?<![\\d:.,])(?<hour>\\d{1,2})'
  const form = (hint: RegExp, text: string) => ({ hint, form: new RegExp(text, 'iu') })
  return [
    form(
      /:/,
      `${before}${start}:(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d+)?)?(?![\\d:])(?:${afterMinutes}|(?:\\s?(?:uhr|h)(?!\\p{L}))?${part})`,
    ),
    form(/\.\d\d\s?[uU]/, `${start}${POINT_AND_MINUTE}\\s?uhr(?![\\p{L}\\d])${part}`),
    form(/\d\s?[uU]/, `${start}\\suhr(?:\\s(?<minute>\\d{2}))?(?![\\p{L}\\d])${part}`),
    form(
      /[時时點点시]/,
      `${before}${start}\\s?(?:[時时點点](?![間间])|시(?!간))(?:\\s?(?:(?<minute>\\d{1,2})\\s?[分분](?:\\s?(?<second>\\d{1,2})\\s?[秒초])?|(?<half>半|반(?!\\p{Script=Hangul}))))?`,
    ),
    form(/\d\s?[hH]/, `${start}\\s?h\\s?(?<minute>\\d{2})(?!\\d|\\s?[\\p{L}])`),
    form(/\d\s?[hH]/, `${AT}${start}\\s?h(?![\\p{L}\\d])`),
    form(/\p{L}\s\d/u, `${AT}${start}\\s(?:${hour})\\s(?<minute>\\d{1,2})\\s(?:${minute})(?!\\p{L})`),
    form(new RegExp(`\\d\\s?(?:[apAP]|${am}|${pm})`, 'i'), `${start}(?:\\.(?<minute>\\d{2}))?${after}`),
    form(
      /\p{L}\.?\s\d{1,2}\.\d\d/u,
      `${AT}(?<hour>[01]?\\d|2[0-3])${POINT_AND_MINUTE}(?!\\d|\\s?[.,/-]\\s?\\d)`,
    ),
  ]
})

const POINT = /(?<![\d.])(?<hour>\d{1,2})\.(?<minute>\d{2})(?![\d.])/u

/** The end of a range that alone says in which half of the day both times are: `7:30 - 9 pm`. */
const HALF_BEHIND = /^\s?(?:[-\u2013\u2014]|to|until|till)\s?\d{1,2}(?::\d{2})?\s?[ap]\.?m(?!\p{L})/iu

/** The start of such a range. */
const NUMBER_BEFORE = /(?<![\d./-])(?:[1-9]|1[0-2])(?:[:.]\d{2})?\s?[-\u2013\u2014]\s?$/

/** The first hour of two: `8-10 Uhr`, `de 14h à 16h`. */
const HOUR_BEFORE =
  /(?<![\d./-])(?:(?:1?\d|2[0-4])\s?[-\u2013\u2014]|(?:1?\d|2[0-4])(?:[:.]\d\d)?(?:\s?(?:uhr|h(?:\d\d)?))?\s(?:bis|à|to|until|till|a|as|às|alle|do|до))\s?$/iu

/** Afternoon, evening and night in words that the forms of a language do not have: `7:30 tối` without a `locale`. */
const LATE =
  "tonight|evening|night|abends?|nachmittags?|nachts|soir|après-midi|nuit|tarde|noche|noite|di sera|pomeriggio|notte|'?s (?:avonds|middags|nachts)|kväll(?:en)?|aften(?:en)?|kveld(?:en)?|illalla|iltapäivällä|wieczorem|po południu|w nocy|večer|odpoledne|popoludní|navečer|délután|éjjel|seara|după-amiaza|вечера|вечером|вечора|дня|ночи|вечерта|увече|akşam|öğleden sonra|gece|ö\\.?s\\.?|tối|chiều|đêm|malam|petang|μ\\.?μ\\.?|βράδυ|απόγευμα|م|مساء|ليلا|عصر|شب|ب\\.ظ\\.?|رات|בערב|בלילה|शाम|रात|সন্ধ্যা|রাত|ทุ่ม"
const LATE_BEFORE = new RegExp(
  `(?:(?<!\\p{L})(?:${LATE}),?\\s|(?:晚上?|傍晚|半夜|夜|夕方|저녁|밤)\\s?)$`,
  'iu',
)
const LATE_AFTER = new RegExp(`^\\s?(?:(?:in the|at|du|de la?|da|del|på|om)\\s)?(?:${LATE})(?!\\p{L})`, 'iu')
/** It ends one day and begins the next. */
const MIDNIGHT_AFTER =
  /^\s?(?:(?:at|um)\s)?(?:midnight|mitternacht|minuit|medianoche|mezzanotte|meia-noite|middernacht|midnatt|midnat|północ|полночь)(?!\p{L})/iu
const QUARTER_AFTER = /^\s?[一三]刻/

/** Whether words beside a time say more about it than was read. */
function isUnread(text: string, start: number, end: number, groups: TimeGroups): boolean {
  const after = text.slice(end, end + 30)
  if (QUARTER_AFTER.test(after) || (groups.hour === '12' && MIDNIGHT_AFTER.test(after))) return true
  const hasHalf = (groups.period ?? groups.periodFirst) !== undefined || isHalved(groups)
  if (hasHalf || Number(groups.hour) > 12) return false
  const before = text.slice(Math.max(0, start - 20), start)
  return (/\p{L}[.,]{0,2}\s?$/u.test(before) && LATE_BEFORE.test(before)) || LATE_AFTER.test(after)
}

/** Finds the first time of day in a text; null if there is none. */
export function findTime(text: string, locale: string): FoundTime | null {
  for (const { hint, form } of formsOf(locale)) {
    const found = hint.test(text) ? form.exec(text) : null
    if (found) return timeOf(text, found, locale)
  }
  return null
}

/** Finds `14.30` in languages that write times so. Searched in the text without the day. */
export function findPointTime(text: string, locale: string): FoundTime | null {
  const found = dateWordsOf(locale).hasPoint ? POINT.exec(text) : null
  return found && timeOf(text, found, locale)
}

type TimeGroups = Record<string, string | undefined>

/** The hour of a time that says in which half or part of the day it is; null where that may be two hours, or none. */
function hourOf(groups: TimeGroups, locale: string): number | null {
  const hour = Number(groups.hour)
  const period = groups.period ?? groups.periodFirst
  if (hour > 12 || (period === undefined && !isHalved(groups))) return hour
  const [first, second] = [hour % 12, (hour % 12) + 12]
  if (period === undefined) return groups.pm || groups.pmFirst ? second : first
  const hours = dateWordsOf(locale).periods.get(period.toLowerCase())
  const fitting = [first, second].filter(one => hours?.has(one))
  return fitting.length === 1 ? fitting[0]! : null
}

const isHalved = ({ am, pm, amFirst, pmFirst }: TimeGroups) => (am ?? pm ?? amFirst ?? pmFirst) !== undefined

function timeOf(text: string, found: RegExpExecArray, locale: string): FoundTime | null {
  const groups = found.groups!
  const { hour, half, minute = half ? '30' : '0', second, am, amFirst } = groups
  const isHalf = isHalved(groups)
  const end = found.index + found[0].length
  const inDay = isUnread(text, found.index, end, groups) ? null : hourOf(groups, locale)
  const hours = inDay ?? Number(hour)
  if (isHalf && Number(hour) > 12 && (am ?? amFirst) !== undefined) return null
  const isProse = second === undefined && !/t/i.test(text[found.index - 1] ?? '')
  if (!groups.minute && HOUR_BEFORE.test(text.slice(Math.max(0, found.index - 12), found.index))) return null
  if (isHalf && NUMBER_BEFORE.test(text.slice(Math.max(0, found.index - 12), found.index))) return null
  if (!isHalf && hours <= 12 && HALF_BEHIND.test(text.slice(end, end + 20))) return null
  const {
    offset,
    zone,
    unclear = inDay === null
      ? `it is not certain which hour ${describeValue(text.slice(found.index, end + 12).trim())} is`
      : undefined,
    length = 0,
  } = zoneAfter(text, end, isProse ? hours * 60 + Number(minute) : null)
  return {
    parts: {
      hour: hours,
      minute: Number(minute),
      second: Number(second ?? 0),
      ...(offset && { offset }),
      ...(zone && { zone }),
      ...(unclear && { unclear }),
    },
    rest: `${text.slice(0, found.index).replace(/(?<=\d)t$/i, '')} | ${text.slice(end + length)}`,
  }
}
