const MINUTE = 60_000

/** Returns what clocks show in a time zone, as a text that sorts like time: `2026-03-29T02:30`. */
function wallClock(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return at => format.format(at).replace(' ', 'T')
}

/** Returns every instant in a period at which the clocks of a time zone are set forward or back. */
export function clockChanges(zone: string, from: number, until: number): number[] {
  const offset = offsetIn(zone)
  const changes: number[] = []
  for (let at = from; at < until; at += 3_600_000) {
    if (offset(at) === offset(at + 3_600_000)) continue
    let first = at
    while (offset(first) === offset(at)) first += MINUTE
    changes.push(first)
  }
  return changes
}

const offsetIn = (zone: string) => {
  const clockAt = wallClock(zone)
  return (at: number) => Date.parse(`${clockAt(at)}Z`) - at
}

/** The values of a cron field of numbers, lists, ranges and steps. */
function numbers(field: string, max: number): number[] {
  return field.split(',').flatMap(part => {
    const [range, step = '1'] = part.split('/')
    const [first, last = first] = range === '*' ? [0, max] : range!.split('-').map(Number)
    const count = Math.floor((Number(last) - Number(first)) / Number(step)) + 1
    return Array.from({ length: count }, (_, i) => Number(first) + i * Number(step))
  })
}

/**
 * When an expression of minutes and hours fires within a period that contains one clock change, calculated minute by
 * minute from the rule alone.
 */
export function expectedTicks(expression: string, zone: string, from: number, until: number): number[] {
  const [minute, hour] = expression.split(' ')
  const minutes = numbers(minute!, 59)
  const hours = numbers(hour!, 23)
  const clockAt = wallClock(zone)
  const matches = (wall: string) =>
    hours.includes(Number(wall.slice(11, 13))) && minutes.includes(Number(wall.slice(14, 16)))
  const instants: { at: number; wall: string }[] = []
  for (let at = from; at < until; at += MINUTE) instants.push({ at, wall: clockAt(at) })
  if (/[-*/]/.test(`${minute}${hour}`))
    return instants.filter(({ wall }) => matches(wall)).map(({ at }) => at)

  const walls = instants.map(({ wall }) => wall).sort()
  const first = new Map<string, number>()
  for (const { at, wall } of instants) if (!first.has(wall)) first.set(wall, at)
  const fired = new Set<number>()
  const end = Date.parse(`${walls.at(-1)}Z`)
  for (let wall = Date.parse(`${walls[0]}Z`); wall <= end; wall += MINUTE) {
    const text = new Date(wall).toISOString().slice(0, 16)
    if (matches(text)) fired.add(first.get(text) ?? instants.find(one => one.wall > text)!.at)
  }
  return [...fired].sort((a, b) => a - b)
}
