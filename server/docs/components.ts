import { z } from 'zod'
import { schemaNames } from '../base/fields/schema-names.ts'
import type { Operation } from '../operations/operation.ts'
import type { JsonSchema } from './json-schema.ts'

/** What callers send or receive. The two differ in defaults and additional fields. */
type Direction = 'input' | 'output'
type Schemas = Record<string, JsonSchema>

/** The schemas of all operations, with named ones kept separately. */
export interface Components {
  inputOf(operation: Operation): JsonSchema
  outputOf(operation: Operation): JsonSchema
  /** The events that webhooks receive, by type. */
  events: Record<string, JsonSchema>
  /** Named schemas. A schema that differs for input and output is included twice: `Node`, `NodeInput`. */
  schemas: Schemas
}

const IN_ZOD = '#/$defs/'
const IN_DOCUMENT = '#/components/schemas/'

const nameIn = (ref: unknown) => String(ref).slice(IN_ZOD.length)

export const refTo = (name: string) => ({ $ref: IN_DOCUMENT + name })

/** All metadata that zod has about a schema, including its name. */
const metadata = {
  get: (schema: z.ZodType) => ({ ...z.globalRegistry.get(schema), ...schemaNames.get(schema) }),
} as unknown as typeof z.globalRegistry

/** Adds what client generators need, and removes what `format` and `integer` already say. */
function forClients({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  delete jsonSchema['x-for-tools']
  // An object without properties may hold anything, but openapi-typescript takes it for an empty one.
  if (jsonSchema.type === 'object' && !jsonSchema.properties) jsonSchema.additionalProperties ??= true
  for (const bound of ['minimum', 'maximum'])
    if (Math.abs(Number(jsonSchema[bound])) === Number.MAX_SAFE_INTEGER) delete jsonSchema[bound]
}

/** Collects the named schemas of a conversion. Throws if two different schemas have the same name, which is a bug. */
function collect(found: Schemas, named: Schemas = {}): void {
  for (const [name, schema] of Object.entries(named)) {
    if (JSON.stringify(found[name] ?? schema) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the name ${name}.`)
    found[name] = schema
  }
}

/** Returns the names that a schema refers to. */
const referredTo = (schema: JsonSchema) =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(match => match[1]!)

/** Returns the names of schemas that differ between input and output, directly or through their references. */
function differingSchemas(sent: Schemas, answered: Schemas): ReadonlySet<string> {
  const shared = Object.keys(sent).filter(name => name in answered)
  const differ = new Set(shared.filter(name => JSON.stringify(sent[name]) !== JSON.stringify(answered[name])))
  for (let size = -1; size !== differ.size; ) {
    size = differ.size
    for (const name of shared) if (referredTo(sent[name]!).some(inner => differ.has(inner))) differ.add(name)
  }
  return differ
}

/** Returns a schema whose references point into the document. */
const placed = (schema: JsonSchema, nameOf: (name: string) => string): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? refTo(nameOf(nameIn(value))).$ref : value,
  )

/** Converts the schemas of all operations as they are defined. References to named schemas use zod's own `$defs`. */
async function convertAll(
  list: readonly Operation[],
  pause: () => Promise<void>,
  eventShapes: Record<string, z.ZodType>,
) {
  const named: Record<Direction, Schemas> = { input: {}, output: {} }
  const convert = (schema: z.ZodType, io: Direction) => {
    const options = { io, unrepresentable: 'any', metadata, override: forClients } as const
    const { $schema: _, $defs, ...converted } = z.toJSONSchema(schema, options) as JsonSchema
    collect(named[io], $defs as Schemas | undefined)
    return converted as JsonSchema
  }
  const inputs: Schemas = {}
  const outputs: Schemas = {}
  for (const { id, input, output } of list) {
    await pause()
    const { $ref, ...sent } = convert(input, 'input')
    inputs[id] = $ref ? named.input[nameIn($ref)]! : sent
    // Wrapped in an array: an array refers to its items, even if they are a named schema.
    outputs[id] = convert(z.array(output), 'output').items!
  }
  const events = Object.entries(eventShapes).map(([type, shape]) => [type, convert(shape, 'output')] as const)
  return { named, inputs, outputs, events }
}

/** Returns the schemas of operations and of the events of webhooks; `pause` is awaited between operations. */
export async function componentsOf(
  list: readonly Operation[],
  pause: () => Promise<void>,
  eventShapes: Record<string, z.ZodType> = {},
): Promise<Components> {
  const { named, inputs, outputs, events } = await convertAll(list, pause, eventShapes)
  const differ = differingSchemas(named.input, named.output)
  const nameSent = (name: string) => (differ.has(name) ? `${name}Input` : name)
  const nameAnswered = (name: string) => name
  const schemas: Schemas = {}
  for (const [found, nameOf] of [
    [named.output, nameAnswered],
    [named.input, nameSent],
  ] as const)
    for (const [name, schema] of Object.entries(found))
      collect(schemas, { [nameOf(name)]: placed(schema, nameOf) })
  return {
    inputOf: ({ id }) => placed(inputs[id]!, nameSent),
    outputOf: ({ id }) => placed(outputs[id]!, nameAnswered),
    events: Object.fromEntries(events.map(([type, schema]) => [type, placed(schema, nameAnswered)])),
    schemas,
  }
}
