import { integerAt, stringAt } from '../json-walk.ts'

/** The address of the largest of some pictures or films, which come in any order. Of equal ones the first. */
export function largest(versions: unknown[]): string | null {
  let best: { url: string; area: number } | null = null
  for (const version of versions) {
    const url = stringAt(version, 'url')
    const area = (integerAt(version, 'width') ?? 0) * (integerAt(version, 'height') ?? 0)
    if (url && (!best || area > best.area)) best = { url, area }
  }
  return best?.url ?? null
}
