import { z } from 'zod'
import { capitalized } from './labelled.ts'

/**
 * Names of schemas, in PascalCase: `schema.register(schemaNames, { id: 'Job' })`. The OpenAPI document lists a named schema
 * once and refers to it; other documents inline it.
 */
export const schemaNames = z.registry<{ id: string }>()

/** A `z.object` with a schema name. */
export const namedObject = <T extends z.core.$ZodLooseShape>(id: string, shape: T) =>
  z.object(shape).register(schemaNames, { id })

/** A `z.strictObject` with a schema name. */
export const namedStrictObject = <T extends z.core.$ZodLooseShape>(id: string, shape: T) =>
  z.strictObject(shape).register(schemaNames, { id })

/** Turns `videosite-channel` into a schema name: `VideositeChannel`. */
export const schemaNameOf = (id: string) => id.split('-').map(capitalized).join('')
