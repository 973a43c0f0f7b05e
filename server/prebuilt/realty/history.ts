import { at, numberAt, stringAt } from '../json-walk.ts'

export interface PriceChange {
  /** `YYYY-MM-DD` */
  date: string | null
  price: number | null
  event: string | null
}

export interface TaxYear {
  year: number | null
  tax: number | null
  assessment: number | null
}

/** Lower assessments mean "not assessed yet". */
const MIN_ASSESSMENT = 10

/** Reads the price changes, newest first. The price is null if a listing was removed. Returns null if there is no list. */
export const priceHistory = (changes: unknown): PriceChange[] | null =>
  entriesWith(['date', 'time', 'price', 'event'], changes)?.map(change => ({
    date: dayOf(change) ?? timeOf(change)?.toISOString().slice(0, 10) ?? null,
    price: positive(numberAt(change, 'price')),
    event: stringAt(change, 'event'),
  })) ?? null

/** Reads the taxes by year, newest first. Returns null if there is no list. */
export const taxHistory = (years: unknown): TaxYear[] | null =>
  entriesWith(['time', 'taxPaid', 'value'], years)?.map(entry => {
    const assessment = numberAt(entry, 'value')
    return {
      year: timeOf(entry)?.getUTCFullYear() ?? null,
      tax: positive(numberAt(entry, 'taxPaid')),
      assessment: assessment !== null && assessment >= MIN_ASSESSMENT ? assessment : null,
    }
  }) ?? null

/** Returns the entries of a list that have any of these keys. */
const entriesWith = (keys: string[], list: unknown): unknown[] | undefined =>
  Array.isArray(list) ? list.filter(entry => keys.some(key => at(entry, key) !== undefined)) : undefined

const DAY = /^\d{4}-\d\d-\d\d(?=T|$)/

/** Reads an ISO date. Other forms are ambiguous: `01/02/2026` may be in January or in February. */
function dayOf(entry: unknown): string | null {
  const [day] = DAY.exec(stringAt(entry, 'date') ?? '') ?? []
  return day && !Number.isNaN(Date.parse(day)) ? day : null
}

/** From April 1970 to the year 2286: a number outside is not in milliseconds, or means "not known", as 0 and -1 do. */
const [MIN_MILLISECONDS, MAX_MILLISECONDS] = [1e10, 1e13]

/** Reads milliseconds since 1970. */
function timeOf(entry: unknown): Date | null {
  const time = numberAt(entry, 'time')
  return time !== null && time >= MIN_MILLISECONDS && time < MAX_MILLISECONDS ? new Date(time) : null
}

const positive = (value: number | null) => (value !== null && value > 0 ? value : null)
