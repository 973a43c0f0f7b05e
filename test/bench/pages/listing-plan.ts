import { listingSchema } from './listing.ts'

/** A field in the form that the anchors take: a selector (`''` for the element itself), and an attribute of the match. */
interface Field {
  css: string
  attribute: string | undefined
}

const fieldOf = (rule: string): Field => {
  const [css = '', attribute] = rule.split('@')
  return { css, attribute }
}

const fieldsOf = (rules: Record<string, string>): Record<string, Field> =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, fieldOf(rule)]))

const { rows, ...single } = listingSchema.fields

/** The fields of the listing's schema, for the anchors. */
export const listingPlan = {
  fields: fieldsOf(single),
  rows: { css: rows.css, fields: fieldsOf(rows.fields) },
}
