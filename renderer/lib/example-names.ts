import { createContext } from 'react'

/** The names, by id, of records that exist only in the examples of the documentation; null outside of an example. */
export const ExampleNames = createContext<ReadonlyMap<string, string> | null>(null)
