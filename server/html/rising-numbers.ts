/** Returns the index of the first of rising numbers that is at least `number`; their count if there is none. */
export function firstAtOrAfter(rising: readonly number[], number: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle]! < number) low = middle + 1
    else high = middle
  }
  return low
}
