import { z } from 'zod'
import { capitalized } from './labelled.ts'

/**
 * Names of schemas, in PascalCase: `schema.register(schemaNames, { id: 'Job' })`. The OpenAPI document lists such a schema
 * once and refers to it; everything else writes it out.
 */
export const schemaNames = z.registry<{ id: string }>()

/** `z.object` with a name. */
export const namedObject = <T extends z.core.$ZodLooseShape>(id: string, shape: T) =>
  z.object(shape).register(schemaNames, { id })

/** `z.strictObject` with a name. */
export const namedStrictObject = <T extends z.core.$ZodLooseShape>(id: string, shape: T) =>
  z.strictObject(shape).register(schemaNames, { id })

/** `videosite-channel` as the name of a schema: `VideositeChannel`. */
export const schemaNameOf = (id: string) => id.split('-').map(capitalized).join('')
