import { TYPES } from '../../../../server/parsers/schema/keys.ts'

/** The options of a choice of types; the empty one leaves values unchanged. */
export function TypeOptions({ also }: { also: string }) {
  return (
    <>
      <option value="">unchanged</option>
      {[...new Set([...TYPES, ...(also ? [also] : [])])].map(type => (
        <option key={type}>{type}</option>
      ))}
    </>
  )
}
