import type { z } from 'zod'

/**
 * Adds a rule to a schema: exactly one of these fields must be given. If none or several are, there is an issue at the field
 * at fault, with a hint that names them all. The JSON Schema has the rule too.
 */
export const exactlyOne = <S extends z.ZodObject>(schema: S, ...names: (string & keyof S['shape'])[]): S =>
  schema
    .check(({ value, issues }) => {
      const given = names.filter(name => (value as Record<string, unknown>)[name] !== undefined)
      if (given.length === 1) return
      const list = names.map(name => `\`${name}\``)
      issues.push({
        code: 'custom',
        input: value,
        path: [given[1] ?? names[0]!],
        message: given.length
          ? `Both ${list.join(' and ')} are given.`
          : `One of ${list.join(', ')} is missing.`,
        params: { hint: `Give either ${list.join(' or ')}.` },
      })
    })
    .meta({ oneOf: names.map(name => ({ required: [name] })) })
