/** A path of ours against a named anchor. */
export interface Row {
  ours: string
  anchor: string
  /** Ours to the anchor's. */
  ratio: number
  /** What the ratio ought to be, where something says so. */
  aim: string
  better: 'more' | 'less'
  'the anchor': string
}

export const row = (
  [mine, anchor]: [mine: number, anchor: number],
  unit: string,
  better: Row['better'],
  named: string,
  aim?: number,
): Row => ({
  ours: `${mine.toFixed(1)} ${unit}`,
  anchor: `${anchor.toFixed(1)} ${unit}`,
  ratio: rounded(mine / anchor),
  aim: better === 'more' ? atLeast(aim) : atMost(aim),
  better,
  'the anchor': named,
})

/** To three figures. */
export const rounded = (value: number) => Number(value.toPrecision(3))

export const atMost = (aim?: number) => (aim === undefined ? '' : `≤ ${aim}`)
export const atLeast = (aim?: number) => (aim === undefined ? '' : `≥ ${aim}`)
