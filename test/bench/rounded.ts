/** Rounds to three significant figures. */
export const rounded = (value: number) => Number(value.toPrecision(3))
