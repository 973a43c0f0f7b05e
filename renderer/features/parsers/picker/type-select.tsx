import { TYPES } from '../../../../server/parsers/schema/keys.ts'

/** The options of a drop-down of types. The empty one leaves values as they are found. */
export function TypeOptions({ also }: { also: string }) {
  return (
    <>
      <option value="">as found</option>
      {[...new Set([...TYPES, ...(also ? [also] : [])])].map(type => (
        <option key={type}>{type}</option>
      ))}
    </>
  )
}
