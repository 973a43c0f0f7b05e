import { TYPES } from '../../../../server/parsers/schema/keys.ts'

/** The options of a drop-down of types. The empty one leaves values unchanged. */
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
