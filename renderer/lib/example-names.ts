import { createContext } from 'react'

/** The names of records that only the examples of the documentation hold, by id; null outside of an example. */
export const ExampleNames = createContext<ReadonlyMap<string, string> | null>(null)
