/** A decimal number: `digits` times ten to the power of `-places`. */
interface Decimal {
  digits: bigint
  places: number
}

/** The additional decimal places of a quotient, more than a number can hold. */
const MORE_PLACES = 20

/** Returns the exact decimal sum of finite numbers: 0.1 and 0.2 are 0.3. Infinite if it is too large. */
export function sumOf(numbers: number[]): number {
  return numberOf(exactSum(numbers))
}

/** Returns the decimal average of one or more finite numbers. */
export function averageOf(numbers: number[]): number {
  const { digits, places } = exactSum(numbers)
  const quotient = divide(scaleTo({ digits, places }, places + MORE_PLACES), BigInt(numbers.length))
  return numberOf({ digits: quotient, places: places + MORE_PLACES })
}

/** Returns the exact decimal product of two finite numbers: 19.99 by 100 is 1999. Infinite if it is too large. */
export function productOf(left: number, right: number): number {
  const [a, b] = [decimalOf(left), decimalOf(right)]
  return numberOf({ digits: a.digits * b.digits, places: a.places + b.places })
}

/** Rounds a finite number to at most this many places, halves away from zero: 1.005 to two places is 1.01, 1,250 to −2 is 1,300. */
export function roundTo(number: number, places: number): number {
  const decimal = decimalOf(number)
  if (decimal.places <= places) return number
  return numberOf({ digits: divide(decimal.digits, 10n ** BigInt(decimal.places - places)), places })
}

/** Adds numbers with the same number of places first, since aligning each number would take long. */
function exactSum(numbers: number[]): Decimal {
  const sums = new Map<number, bigint>()
  for (const { digits, places } of numbers.map(decimalOf)) sums.set(places, (sums.get(places) ?? 0n) + digits)
  const places = [...sums.keys()].reduce((most, one) => Math.max(most, one), 0)
  const digits = [...sums].reduce(
    (sum, [at, part]) => sum + scaleTo({ digits: part, places: at }, places),
    0n,
  )
  return { digits, places }
}

/** Returns the shortest decimal of a number, as JavaScript writes it: `1.5e-7`. */
function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}

const numberOf = ({ digits, places }: Decimal): number => Number(`${digits}e${-places}`)

const scaleTo = ({ digits, places }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - places)

/** Returns the quotient rounded to the nearest integer, halves away from zero. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return (dividend < 0n ? dividend - half : dividend + half) / divisor
}
