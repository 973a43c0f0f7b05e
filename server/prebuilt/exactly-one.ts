import type { z } from 'zod'

/**
 * Adds a rule to a schema: exactly one of these fields must be given. If none or several are, there is an issue at the field
 * at fault, with a hint that names them all. The JSON Schema has the rule too.
 */
export const exactlyOne = <S extends z.ZodObject>(schema: S, ...names: (string & keyof S['shape'])[]): S =>
  schema
    .check(({ value, issues }) => {
      const present = names.filter(name => (value as Record<string, unknown>)[name] !== undefined)
      if (present.length === 1) return
      const quotedNames = names.map(name => `\`${name}\``)
      issues.push({
        code: 'custom',
        input: value,
        path: [present[1] ?? names[0]!],
        message: present.length
          ? `Both ${quotedNames.join(' and ')} are given.`
          : `One of ${quotedNames.join(', ')} is missing.`,
        params: { hint: `Give either ${quotedNames.join(' or ')}.` },
      })
    })
    .meta({ oneOf: names.map(name => ({ required: [name] })) })
