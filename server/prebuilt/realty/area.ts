import { at, stringAt } from '../json-walk.ts'

const SQUARE_FEET_IN: [unit: RegExp, factor: number][] = [
  [/^(?:square feet|sq\.? ?ft)/i, 1],
  [/^acres?\b/i, 43_560],
]

/** `1,133 sqft`, `0.47 Acres` */
const AREA = /^\s*(\d[\d,]*(?:\.\d+)?)\s*([a-z].*)/i

/** The area inside a home, in square feet. Queries that name no unit give square feet. */
export function livingArea(home: unknown): number | null {
  const unit = stringAt(home, 'livingAreaUnits') ?? 'sqft'
  return (
    squareFeet(at(home, 'livingAreaValue'), unit) ??
    squareFeet(at(home, 'livingArea'), unit) ??
    squareFeetIn(at(home, 'resoFacts.livingArea'))
  )
}

/** The area of the ground, in square feet; flats have none. */
export const lotSize = (home: unknown): number | null =>
  squareFeet(at(home, 'lotSize'), 'sqft') ??
  squareFeet(at(home, 'lotAreaValue'), stringAt(home, 'lotAreaUnits') ?? '') ??
  squareFeetIn(at(home, 'resoFacts.lotSize'))

/** Null for 0 and -1, which stand for "not known", and for a unit that is not known to us. */
function squareFeet(value: unknown, unit: string): number | null {
  const factor = SQUARE_FEET_IN.find(([name]) => name.test(unit.trim()))?.[1]
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || !factor) return null
  // Two decimals, because binary fractions make 20473.199… of 0.47 acres.
  return Number((value * factor).toFixed(2))
}

function squareFeetIn(text: unknown): number | null {
  const [, number = '', unit = ''] = (typeof text === 'string' && AREA.exec(text)) || []
  return squareFeet(Number(number.replaceAll(',', '')), unit)
}
