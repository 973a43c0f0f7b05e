import type { Json } from '../../parser-schema.ts'
import type { LearningPage } from './learning-page.ts'
import { compact } from './text-lengths.ts'

/**
 * Returns the subject of a page: the type of linked data that has the most of the wanted values; null if no type has two of
 * the fields. `headline` of an article and `name` of a recipe may be the same on one page, and differ on the next.
 */
export function subjectOf(page: LearningPage, values: Record<string, Json>): string | null {
  const fields = new Map<string, Set<string>>()
  for (const [field, value] of Object.entries(values))
    for (const text of textsOf(value)) {
      const known = fields.get(text)
      if (known) known.add(field)
      else fields.set(text, new Set([field]))
    }
  const fieldsByEntity = new Map<string, Set<string>>()
  for (const { entity, value } of page.facts()) {
    if (entity === undefined) continue
    const known = fieldsByEntity.get(entity) ?? new Set()
    for (const text of textsOf(value)) for (const field of fields.get(text) ?? []) known.add(field)
    fieldsByEntity.set(entity, known)
  }
  const [best] = [...fieldsByEntity].sort(([, a], [, b]) => b.size - a.size)
  return best && best[1].size > 1 ? best[0] : null
}

const textsOf = (value: Json): string[] =>
  [value].flat().flatMap(one => (one === null || typeof one === 'object' ? [] : [compact(String(one))]))
