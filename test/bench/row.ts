/** A path of ours against a named anchor. */
export interface Row {
  ours: string
  anchor: string
  /** Ours to the anchor's. */
  ratio: number
  better: 'more' | 'less'
  'the anchor': string
}

export const row = (
  [mine, anchor]: [mine: number, anchor: number],
  unit: string,
  better: Row['better'],
  named: string,
): Row => ({
  ours: `${mine.toFixed(1)} ${unit}`,
  anchor: `${anchor.toFixed(1)} ${unit}`,
  ratio: Number((mine / anchor).toFixed(2)),
  better,
  'the anchor': named,
})
