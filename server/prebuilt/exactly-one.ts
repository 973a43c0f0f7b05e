import type { z } from 'zod'

/**
 * The schema with a rule: exactly one of these fields is given. Both or neither is an issue at the field at fault, with
 * a hint that names them all. Its JSON Schema says so too.
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
